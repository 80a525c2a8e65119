"""A site in a real browser, below a sub-path of a plain server of files: typed, tapped, ruled, shared, offline, a log dropped."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import pytest
from declarant import Budget, InvalidInput, MissingExtra, judge
from declarant.events.errors import Undecided
from declarant.tools.best_play.certificates import verify
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import case_files, read_cases
from declarant.tools.serve import answers
from declarant.tools.serve.permalink import address, encode
from declarant.tools.site import building
from declarant.tools.site.building import build
from page.browsing import PHONE, case_of, violations

ROOT = Path(__file__).resolve().parents[2]
ASKED = "([what, sent]) => declarant.ask('POST', '/api/' + what, {}, JSON.stringify(sent)).then((each) => each.body)"
BELOW = "below/a path/referee"
READY = "html[data-state=ready]"
PATIENCE = 120_000
STATUSES = """() => {
    const status = document.querySelector("aside [role=status]");
    globalThis.said = [];
    new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
}"""
STOPPED = """(target) => {
    const answered = declarant.ask('GET', target).catch((error) => error.message);
    [...document.querySelectorAll("aside button")].find((each) => each.textContent === "Stop the search").click();
    return answered;
}"""


WHOLE = pytest.mark.skipif("DECLARANT_ALL_CASES" not in os.environ, reason="`make test-site` compiles a second site, too")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def root(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patched:
        patched.delenv("XDG_CACHE_HOME")  # Pyodide is fetched once, not by each run
        try:
            build(root / BELOW)
        except (InvalidInput, MissingExtra) as error:
            pytest.skip(f"needs what a site is made of: {error}")
    return root


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/{quote(BELOW)}/"
        server.shutdown()


@pytest.fixture(scope="module")
def visit(browser: Any, site: str) -> Iterator[Any]:
    """A visitor on a phone, who stays: what is kept after the first boot makes the next quick."""
    wrong: list[str] = []
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    ours = (site, "blob:", "data:")
    page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(ours) else None)
    page.goto(site)
    page.wait_for_selector(f"{READY}, html[data-state=failed]", timeout=PATIENCE)
    yield page
    context.close()
    assert wrong == []


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=WHOLE)])
def test_it_is_the_same_bytes_of_another_folder_at_another_time(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """With another umask, locale, time zone and seed of hashes, too.

    Where not `whole`, what Pyodide is given to compile, which sees none of these, and all else.
    """
    packed = "" if whole else "building._compiled = lambda node, work, packed: {'in.zip': packed}; "
    copied, out = tmp_path / "elsewhere" / "declarant", tmp_path / "site"
    shutil.copytree(ROOT, copied, ignore=shutil.ignore_patterns(".*", "tests", "docs", "build", "__pycache__"))
    code = "import sys; from declarant.tools.site import building; from pathlib import Path; "
    code += f"{packed}building.build(Path(sys.argv[1])); print(building.HERE)"
    other = {"PYTHONPATH": str(copied.parent), "PYTHONHASHSEED": "7", "TZ": "Pacific/Auckland", "LC_ALL": "C"}
    command = [sys.executable, "-c", code, str(out)]
    env = {name: value for name, value in os.environ.items() if name != "XDG_CACHE_HOME"} | other
    done = subprocess.run(command, cwd=tmp_path, env=env, umask=0o077, check=True, capture_output=True, text=True)
    assert done.stdout.startswith(str(copied))
    here = root / BELOW
    if not whole:
        here = tmp_path / "here"
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setattr(building, "_compiled", lambda node, work, packed: {"in.zip": packed})
        building.build(here)
    made, before = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (out, here))
    assert made.keys() == before.keys() and [name for name in made if made[name] != before[name]] == []


def put(page: Any, player: str, card: str) -> None:
    count = page.locator("[data-id]").count()
    page.fill(f"input[name='add.{player}']", card)
    page.press(f"input[name='add.{player}']", "Enter")
    page.wait_for_selector(f"[data-id] >> nth={count}")


def test_typed_tapped_ruled_shared_and_offline(browser: Any, visit: Any, site: str) -> None:
    assert visit.get_attribute("html", "data-state") == "ready", visit.inner_text("body")
    visit.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    requests: list[str] = []
    visit.on("request", lambda request: requests.append(request.url))
    put(visit, "Ann", "4/3 menace")
    put(visit, "Bob", "1/4")
    before = visit.url
    visit.check("input[name='attack.c1']")
    visit.wait_for_selector(".sheet >> text=attacks Bob")
    visit.click("text=Now the blocks")
    visit.check("input[name='block.c2.c1']")
    visit.wait_for_selector("[data-verdict='illegal'][data-rule='509.1b']")
    ruled = visit.url
    assert before != ruled and ruled.startswith(site + "#2.")
    assert visit.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for scheme in ("light", "dark"):
        visit.emulate_media(color_scheme=scheme)
        assert violations(visit) == []
    visit.click("text=Why, and share")
    visit.wait_for_selector(".ruling[data-rule='509.1b']")
    visit.click("summary:has-text('Share')")
    link = visit.get_attribute("text=The whole case is in this link", "href")
    assert link.startswith(site + "#/c/2.") and link.endswith("?says=illegal.509.1b")
    visit.go_back()
    visit.wait_for_selector(".sheet [data-verdict='illegal']")
    assert visit.url == ruled
    assert [each for each in requests if not each.startswith(("blob:", "data:"))] == []
    other = browser.new_context(viewport=PHONE, has_touch=True)
    opened = other.new_page()
    opened.goto(link)
    opened.wait_for_selector(".waits:has-text('Not legal, rule 509.1b, as the sender says')")
    preview = opened.inner_text(".waiting ul")
    assert (
        "Ann, 20 life: 4/3 Menace\nBob, 20 life: 1/4\n4/3 Menace attacks Bob\n1/4 blocks 4/3 Menace" in preview
        and "{" not in preview
    )
    opened.wait_for_selector(READY, timeout=PATIENCE)
    assert opened.inner_text("aside [role=status]").startswith("Checked here: the referee in this page rules as")
    assert opened.locator("aside [role=status]").bounding_box()["y"] < PHONE["height"] / 4, "in sight"
    opened.wait_for_selector("h2:has-text('The same step, 1999–')", timeout=PATIENCE)
    other.close()
    visit.context.set_offline(True)
    try:
        visit.goto("about:blank")
        visit.goto(ruled)
        visit.wait_for_selector(READY, timeout=PATIENCE)
        assert visit.get_attribute(".sheet [data-verdict]", "data-rule") == "509.1b"
        assert "4/3" in visit.inner_text(".tile")
        put(visit, "Bob", "2/2")
        visit.check("input[name='block.c3.c1']")
        visit.wait_for_selector(".sheet [data-verdict='legal']")
    finally:
        visit.context.set_offline(False)


HOSTILE = ["1.", "1.!!!!", "/c/1." + "A" * 30_000, "/nothing", "/g/../../etc/passwd", "<img src=x onerror=alert(1)>"]


@pytest.mark.parametrize("code", HOSTILE)
def test_hostile_links_are_reported_and_do_nothing(visit: Any, site: str, code: str) -> None:
    visit.goto(f"{site}#{code}")
    visit.wait_for_selector(READY, timeout=PATIENCE)
    visit.wait_for_selector("h1", state="attached")
    assert visit.locator("img, body script").count() == 0


@pytest.fixture
def offline(visit: Any) -> Iterator[None]:
    visit.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    visit.context.set_offline(True)
    yield
    visit.context.set_offline(False)


@pytest.mark.usefixtures("offline")
def test_a_log_that_is_dropped_is_imported_listed_replayed_and_reviewed(visit: Any, site: str, shared: Path) -> None:
    visit.goto(site + "#")
    visit.wait_for_selector(READY, timeout=PATIENCE)
    visit.evaluate("declarant.ask('GET', '/review/none')")  # the worker of searches is there
    visit.set_input_files("aside input[type=file]", shared / "arena/logs/sealed-menace.log.gz")
    visit.wait_for_selector("h1:has-text('2 games')", timeout=PATIENCE)
    visit.click(".games a >> nth=0")
    visit.wait_for_selector(".bar-at button[aria-label=On]")
    visit.click(".bar-at button[aria-label=On]")
    assert "at=t" in visit.url and visit.url.startswith(site + "#/g/arena/")
    with visit.expect_download() as saved:
        visit.click("text=Save the games as a journal")
    assert Path(saved.value.path()).read_bytes().startswith(b"SQLite format 3\0")
    visit.evaluate(STATUSES)
    visit.click("header a:has-text('Review')")
    visit.wait_for_selector("#h-review", timeout=PATIENCE)
    assert [each for each in visit.evaluate("said") if re.fullmatch(r"Reviewing turn \d+ of \d+ …", each)]
    assert visit.url.startswith(site + "#/review/arena/") and violations(visit) == []
    assert visit.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert visit.evaluate(STOPPED, unquote(visit.url.partition("#")[2])) == "It was stopped."
    visit.click("header a:has-text('Replay')")  # the games are still there
    visit.wait_for_selector(".bar-at button[aria-label=On]")
    game = visit.url
    visit.check("text=Keep games and card data in this browser")
    visit.wait_for_selector("aside [role=status]:has-text('MB are kept in this browser')")
    visit.goto("about:blank")
    visit.goto(game)
    visit.wait_for_selector(".bar-at button[aria-label=On]", timeout=PATIENCE)
    assert visit.is_checked("text=Keep games and card data in this browser")
    visit.uncheck("text=Keep games and card data in this browser")
    visit.wait_for_selector("aside [role=status]:has-text('Nothing is kept in this browser')")
    assert not [name for name in visit.evaluate("caches.keys()") if "yours" in name]


def test_shared_cases_get_the_report_that_python_gives(visit: Any, site: str, shared: Path) -> None:
    """A sample here, all with `make test-site`."""
    cases = [case for file in case_files(shared / "cases") for case in read_cases(file) if isinstance(case, Case)]
    within = [case for case in cases if len(case.steps) <= answers.MAX_STEPS]  # others aren't answered in either place
    several = within if os.environ.get("DECLARANT_ALL_CASES") else within[:: max(1, len(within) // 25)]
    visit.goto(site + "#")
    visit.wait_for_selector(READY, timeout=PATIENCE)
    different = []
    for case in several:
        sent = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
        answered = json.loads(visit.evaluate(ASKED, ["audit", sent]))
        answered.pop("link", None)  # an address of its own
        got = json.dumps(answered, ensure_ascii=False, separators=(",", ":"))
        here = {name: value for name, value in answers.audit(sent).model_dump(mode="json").items() if name != "link"}
        if got != json.dumps(here, ensure_ascii=False, separators=(",", ":")):
            different.append(case.id)
    assert several and different == []


def test_shared_cases_get_the_best_play_and_the_certificate_that_python_gives(visit: Any, site: str, shared: Path) -> None:
    """A sample here, all boards of up to ten permanents with `make test-site`. What can't be asked is stated in the same words.

    Each certificate that a browser gives is verified here.
    """
    cases = [case for file in case_files(shared / "cases") for case in read_cases(file) if isinstance(case, Case)]
    within = [case for case in cases if len(case.battlefield) <= 10 and len(case.steps) <= answers.MAX_STEPS]
    several = within if os.environ.get("DECLARANT_ALL_CASES") else within[:: max(1, len(within) // 15)]
    visit.goto(site + "#")
    visit.wait_for_selector(READY, timeout=PATIENCE)
    different, known = [], 0
    asking: dict[str, Callable[..., Any]] = {
        "best": lambda *asked: answers.best_play(*asked).model_dump(mode="json"),
        "certificate": answers.certificate,
    }
    for case in several:
        sent = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
        for action, what in product(("attack", "block"), asking):
            answered = json.loads(visit.evaluate(ASKED, [f"{what}?action={action}", sent]))
            try:
                here = asking[what](sent, None, action, None, Budget(None, 600))
                if what == "certificate":
                    verify(case, answered)
                    known += 1
            except InvalidInput as error:
                here = answers.error_of(error)
            except Undecided as error:
                here = answers.error_of(answers.given_up(error))
            if json.dumps(answered) != json.dumps(here):
                different.append((case.id, action, what))
    assert known and different == []


def test_an_example_opens_by_its_address(visit: Any, site: str) -> None:
    visit.goto(address(case_of(), site))
    visit.wait_for_selector(".ruling[data-verdict=illegal]", timeout=PATIENCE)
    assert judge(case_of()).steps[1].rule == visit.get_attribute(".ruling", "data-rule")


def test_what_fails_to_load_is_named_and_pip_offered(browser: Any, site: str) -> None:
    def failed(lacking: str = "", cut: str = "") -> str:
        context = browser.new_context(viewport=PHONE, service_workers="block")
        context.add_init_script(f"delete globalThis.{lacking or 'nothing'}")
        context.route(f"**/{cut or 'nothing'}", lambda route: route.abort())
        page = context.new_page()
        page.goto(site)
        page.wait_for_selector("html[data-state=failed]", timeout=PATIENCE)
        shown = page.inner_text("main")
        context.close()
        assert "pip install 'declarant[serve]'" in shown
        return shown

    assert "lacks WebAssembly" in failed(lacking="WebAssembly")
    for name in ("host.mjs", "pyodide.asm.wasm", "site.tar.zst"):
        assert name in failed(cut=name)
    assert "host.mjs" in failed(cut="often.mjs")


def test_house_rules_and_own_keywords_hold_at_the_table(visit: Any, site: str) -> None:
    bears = [{"id": "bear", "controller": "Bob", "types": ["Creature"], "power": 2, "toughness": 2}]
    ours = {"controller": "Ann", "types": ["Creature"], "power": 3, "toughness": 3}
    case = case_of(
        keywords={"Skyguard": "This creature can't be blocked except by creatures with flying or reach."},
        editions=[{"from": "2024-06-07", "name": "our cube", "doctrines": {"walls_attack": False}}],
        battlefield=[{"id": "wall", "subtypes": ["Wall"], **ours}, {"id": "ox", "text": "Skyguard", **ours}, *bears],
        steps=[{"attack": {"wall": "Bob"}}],
    )
    visit.goto(f"{site}#{encode(case)}")
    visit.wait_for_selector(READY, timeout=PATIENCE)
    visit.wait_for_selector(".sheet [data-verdict='illegal']")
    visit.uncheck("input[name='attack.wall']")
    visit.check("input[name='attack.ox']")
    visit.wait_for_selector(".sheet [data-verdict='legal']")
    visit.click("text=Now the blocks")
    visit.check("input[name='block.bear.ox']")
    visit.wait_for_selector("[data-verdict='illegal'][data-rule='509.1b']")


def test_undo_and_redo_lead_back_and_forth(visit: Any, site: str) -> None:
    visit.goto(f"{site}#/")
    visit.reload()
    visit.wait_for_selector(READY, timeout=PATIENCE)
    put(visit, "Ann", "2/2")
    put(visit, "Bob", "1/1")
    visit.click("text=Undo")
    visit.wait_for_selector("[data-id] >> nth=1", state="detached")
    visit.click("text=Redo")
    visit.wait_for_selector("[data-id] >> nth=1")


def test_a_search_that_is_stopped_states_the_best_found_and_its_bounds(visit: Any, site: str) -> None:
    random, texts = Random(10), ["", "Flying", "Menace", "Trample", "First strike", "Deathtouch", "Lifelink", "Vigilance"]
    every = [
        {
            "id": f"{side}{n}",
            "controller": player,
            "types": ["Creature"],
            "power": random.randint(1, 6),
            "toughness": random.randint(1, 6),
            "text": random.choice(texts),
        }
        for n in range(10)
        for side, player in (("a", "Ann"), ("b", "Bob"))
    ]
    visit.goto(f"{address(case_of(battlefield=every, steps=[{'attack': {'a1': 'Bob'}}]), site).partition('?')[0]}?best")
    visit.wait_for_selector("aside button:has-text('Stop the search'):not([hidden])", timeout=PATIENCE)
    visit.evaluate(STATUSES)
    visit.click("aside button:has-text('Stop the search')")
    visit.wait_for_selector("section[aria-labelledby=best]:has-text(': the search was cut short')", timeout=PATIENCE)
    assert visit.evaluate("said")[0] == "Stopped; looking for bounds …"
    assert 0 <= visit.locator("#best").bounding_box()["y"] < PHONE["height"] / 2, "in sight"


def test_what_takes_long_can_be_stopped_and_the_table_goes_on(visit: Any, site: str) -> None:
    visit.goto(f"{site}#/")
    visit.wait_for_selector(f"{READY} input[name='add.Ann']", timeout=PATIENCE)
    assert visit.evaluate(STOPPED.replace('=== "Stop the search"', '.startsWith("Stop (")'), "/") == "It was stopped."
    count = visit.locator("[data-id]").count()
    visit.fill("input[name='add.Ann']", "3/3 trample")
    visit.press("input[name='add.Ann']", "Enter")
    visit.wait_for_selector(f"[data-id] >> nth={count}", timeout=PATIENCE)
