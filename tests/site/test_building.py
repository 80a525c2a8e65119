"""What a site is made of, and what runs inside it, without a browser."""

from __future__ import annotations

import ast
import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import resolve_name
from pathlib import Path
from urllib.parse import quote

import pytest
from declarant import InvalidInput
from declarant.tools.cases.reading import read_line
from declarant.tools.serve.permalink import address, decode, encode
from declarant.tools.site import building, contents, fetching
from page.browsing import case_of

ROOT = Path(__file__).resolve().parents[2]


def test_what_is_pinned_is_what_the_lock_pins() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert len(fetching.pins()) == 13
    for name, (version, hash) in fetching.pins().items():
        _, _, after = lock.partition(f"\n{name}=={version} ")
        assert f"--hash=sha256:{hash}" in after.partition("    # via")[0], f"{name}: see tools/site/pins.txt"


def test_other_files_than_the_pinned_ones_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no annotated_types"):
        fetching.fetched(tmp_path)
    (name,) = [name for name in fetching.pins() if name == "annotated-types"]
    (tmp_path / f"{name.replace('-', '_')}-{fetching.pins()[name][0]}-py3-none-any.whl").write_bytes(b"another")
    with pytest.raises(InvalidInput, match="another hash"):
        fetching.fetched(tmp_path)


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", "utf-8")
    with pytest.raises(InvalidInput, match="older site"):
        building.build(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["letter.txt"]


def test_a_browser_gets_what_answers_and_nothing_that_prints_or_measures() -> None:
    found = contents.files({})
    assert {"declarant/tools/site/inside.py", "declarant/tools/page/templates/editor.jinja"} <= found.keys()
    assert not [
        name
        for name in found
        if "/cli/" in name or "/tools/bench/" in name or "conformance" in name or name.endswith((".png", "building.py"))
    ]


def imported(module: str, source: bytes) -> Iterator[str]:
    """Every module that a module of ours imports, anywhere but for types."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    package = module.removesuffix(".__init__") if module.endswith(".__init__") else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module or ""
            yield from (base, *(f"{base}.{each.name}" for each in node.names))


SERVING = {("declarant.tools.serve.app", "declarant.tools.serve.connections")}
"""What only a server that listens imports."""


def test_nothing_that_a_browser_gets_imports_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {name[:-3].replace("/", "."): data for name, data in contents.files({}).items() if name.endswith(".py")}
    monkeypatch.setattr(contents, "LEFT_OUT", re.compile("(?!)"))
    ours = {name[:-3].replace("/", ".").removesuffix(".__init__") for name in contents.files({}) if name.endswith(".py")}
    listed = (Path(building.__file__).parent / "compiling.py").read_text("utf-8").partition("UNUSED = (")[2].partition("\n)")[0]
    unused = re.compile("|".join(re.escape(each).replace(r"\.py", "$") for each in re.findall(r'"([^"]+)"', listed)))
    missing = {
        (name, each)
        for name, source in found.items()
        for each in imported(name, source)
        if (each in ours and not {each, f"{each}.__init__"} & found.keys()) or unused.match(each.replace(".", "/"))
    }
    assert unused.match("trace") and not unused.match("traceback") and missing == SERVING


def asked(method: str, target: str, body: str = "", accept: str = "text/html") -> tuple[int, dict[str, str], str]:
    from declarant.tools.site import inside

    sent = inside.answer(method, target, {"accept": accept}, body.encode(), "https://example.org/referee/")
    status, headers, made = asyncio.run(sent)
    return status, headers, made.decode()


def test_it_answers_without_threads_and_links_below_its_own_address() -> None:
    pytest.importorskip("starlette", reason="needs the extra serve")
    code = encode(case_of())
    status, headers, page = asked("GET", f"/c/{code}")
    assert status == 200 and headers["content-type"].startswith("text/html")
    assert f'href="https://example.org/referee/#/c/{code}?says=illegal.509.1b"' in page and f'href="#/?c={code}"' in page
    assert 'data-verdict="illegal" data-rule="509.1b"' in page and "The same step, 1999–" in page
    status, _, page = asked("GET", f"/c/{code}?brief")
    assert status == 200 and 'data-rule="509.1b"' in page and "The same step" not in page
    status, _, page = asked("POST", "/rule", f"case={quote(code)}&attack.brute=Bob&stage=attack")
    assert status == 200 and 'action="#/rule"' in page and "data-moved" in page
    assert asked("GET", "/c/1.broken")[0] == 400


def test_the_address_of_a_case_holds_it() -> None:
    case = case_of()
    found = address(case, "https://example.org/referee/")
    assert found.startswith("https://example.org/referee/#/c/1.") and encode(decode(found.partition("#/c/")[2])) == encode(case)
    assert address(case).startswith("http://127.0.0.1:8420/c/1.")
    with pytest.raises(InvalidInput, match="--site"):
        address(case, "javascript:alert(1)")


def test_each_yaml_example_of_the_documentation_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("starlette", reason="needs the extra serve")
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    from opening import code_of

    found = [
        each for page in (ROOT / "docs").rglob("*.md") for each in re.findall(r"```yaml\n(.*?)```", page.read_text("utf-8"), re.S)
    ]
    assert found
    for example in found:
        code = code_of(example)
        assert code is not None, example
        status, _, page = asked("GET", f"/c/{code}")
        assert status == 200 and "data-verdict=" in page, example


@pytest.mark.parametrize("data", [b"", b"{", b"SQLite format 3\0", b"\x1f\x8bno", b"\xff" * 9_000, b'[{"oracle_id": 1}]'])
def test_a_file_that_is_nothing_known_says_so_and_leaves_no_journal_open(tmp_path: Path, data: bytes) -> None:
    pytest.importorskip("starlette", reason="needs the extra serve")
    from declarant.tools.site.taking import taken

    (tmp_path / "dropped").write_bytes(data)
    found = taken([str(tmp_path / "dropped")], lambda _: None, tmp_path / "games.db")
    assert found["games"] == 0 and found["said"].startswith("dropped")


CASE = "Ann 20: ox 3/3 | Bob 20: bear 2/2 | attack ox>Bob"
OTHERS = {
    "a certificate": ("c.json", b'{"certificate": 2}', "found a file of another kind; allowed: a Player.log"),
    "a picture": ("p.png", b"\x89PNG\r\n", "found a file of another kind; allowed: a Player.log"),
    "nothing": ("Player.log", b"", "found a file with nothing in it; allowed: a Player.log"),
    "no record": ("x.json", b'{"gameType": 1}', "a record of mage-bench"),
    "no log of Forge": ("f.log", b"Mulligan: Ai", "forge sim"),
    "a log of Forge that speaks of an expansion": ("f.log", b"Mulligan: Ai names an expansion, and more", "forge sim"),
    "no table of 17Lands": ("g.csv", b"expansion,event_type,rank\n", "draft_id"),
    "half a log": ("Player.log", b'1, "greToClientEvent": {}}\n', "detailed logs"),
    "a log of another encoding": ("Player.log", "[UnityCrossThreadLogger]\n".encode("utf-16"), "detailed logs"),
    "a bad case": ("c.yaml", b"players: [Ann]\n", "wasn’t taken: found nothing at c.yaml:1:1: battlefield; allowed: "),
}


@pytest.mark.parametrize(("name", "data", "said"), OTHERS.values(), ids=OTHERS)
def test_of_what_cannot_be_taken_it_is_said_what_it_is(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    pytest.importorskip("starlette", reason="needs the extra serve")
    from declarant.tools.site.taking import taken

    (tmp_path / name).write_bytes(data)
    found = taken([str(tmp_path / name)], lambda _: None, tmp_path / "games.db")
    assert said in found["said"] and found["said"].startswith(f"{name} wasn’t taken: ") and found["opens"] == ""


def test_a_record_is_read_by_the_importer_that_knows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands in the registry of importers is taken."""
    pytest.importorskip("starlette", reason="needs the extra serve")
    from declarant.tools.records.importers import IMPORTERS
    from declarant.tools.site.taking import OPENED, taken

    assert all(importer.known_by for importer in IMPORTERS.values())
    assert all(scheme in OPENED for scheme in IMPORTERS)
    monkeypatch.setitem(IMPORTERS, "scoreboard", replace(IMPORTERS["xmage"], known_by=(b"a scoreboard",)))
    (tmp_path / "night.txt").write_bytes(b"a scoreboard\n")
    found = taken([str(tmp_path / "night.txt")], lambda _: None, tmp_path / "games.db")
    assert "a record of mage-bench" in found["said"]


def test_a_case_that_is_dropped_opens(tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="needs the extra serve")
    from declarant.tools.site.taking import taken

    case = read_line(CASE)
    (tmp_path / "one.json").write_text(case.model_dump_json(by_alias=True, exclude_unset=True), "utf-8")
    (tmp_path / "two.lines").write_text(f"{CASE}\n{CASE}\n", "utf-8")
    for name, said in (("one.json", "one.json: a case."), ("two.lines", "two.lines: the first of 2 cases.")):
        found = taken([str(tmp_path / name)], lambda _: None, tmp_path / "games.db")
        assert (found["said"], found["games"]) == (said, 0)
        status, _, page = asked("GET", found["opens"].removeprefix("#"))
        assert status == 200 and "attacks" in page


def test_a_log_that_is_dropped_is_imported_with_progress(tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("starlette", reason="needs the extra serve")
    from declarant.tools.site import inside, taking
    from declarant.tools.site.taking import taken

    monkeypatch.setattr(taking, "cache_file", lambda: tmp_path / "no cards")
    reported: list[str] = []
    (tmp_path / "Player.log").write_bytes(gzip.decompress((shared / "arena/logs/sealed-menace.log.gz").read_bytes()))
    try:
        found = taken([str(tmp_path / "Player.log")], reported.append, tmp_path / "games.db")
        assert found["games"] == 2 and found["said"].startswith("Player.log: 2 games; what") and "%" in reported[0]
        status, _, page = asked("GET", "/games")
        assert status == 200 and "2 games" in page and 'href="#/g/arena' in page
    finally:
        inside.SERVER.journal = None


def test_each_icon_of_the_manifest_is_written_and_as_large_as_it_says() -> None:
    files = Path(building.__file__).parent / "files"
    icons = json.loads((files / "manifest.webmanifest").read_text("utf-8"))["icons"]
    for icon in icons:
        data = (files / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            assert "x".join(str(int.from_bytes(data[at : at + 4])) for at in (16, 20)) == icon["sizes"]
    assert len(icons) == 3 and {icon["src"] for icon in icons} <= set(building.AS_THEY_ARE)
