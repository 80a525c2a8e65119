"""The documentation: its examples run as they stand, it is built without a warning, and its links lead somewhere."""

import gzip
import html
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from package.code_blocks import run_blocks

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
LINK = re.compile(r"""(?:href|src)="([^"]+)\"""")
NAMED = re.compile(r"""\b(?:id|name)="([^"]+)\"""")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_run_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if re.search(r"^\$ .*Player\.log", page.read_text("utf-8"), re.MULTILINE):
        shared: Path = request.getfixturevalue("shared")
        logs = sorted((shared / "arena" / "logs").glob("*.log.gz"), key=lambda log: (log.stat().st_size, log.name))
        log = next(log for log in logs if "off" not in log.name)
        (tmp_path / "Player.log").write_bytes(gzip.decompress(log.read_bytes()))
    run_blocks(page, tmp_path)


def test_every_command_that_is_named_is_one() -> None:
    from declarant.tools.cli import app
    from typer.main import get_command

    known = set(get_command(app).commands)  # type: ignore[attr-defined]
    named = {name for page in PAGES for name in re.findall(r"`declarant ([a-z]+)", page.read_text("utf-8"))}
    assert named and named <= known


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as `make docs` builds it, which any warning ends."""
    folder = tmp_path_factory.mktemp("built")
    if shutil.which("make") is None:
        pytest.skip("needs make, which isn't on this machine")
    make = ["make", "docs", f"BUILD={folder}", f"BIN={Path(sys.executable).parent}", "--old-file=.venv/.ready"]
    done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def site(built: Path) -> Path:
    return built / "docs"


def test_it_is_built_without_a_warning(site: Path, built: Path) -> None:
    assert "declarant" in (built / "man" / "declarant.1").read_text("utf-8")
    page = (site / "reference" / "python.html").read_text("utf-8")
    assert "legal_attacks" in page and (site / "reference" / "commands.html").is_file()
    assert "declarant.judge" in (site / "reference" / "events-and-spans.html").read_text("utf-8")


def dead(site: Path) -> Iterator[str]:
    """The links inside the site that lead to no file, or to no place in one."""
    texts = {page: page.read_text("utf-8") for page in site.rglob("*.html")}
    places = {page: {html.unescape(name) for name in NAMED.findall(text)} for page, text in texts.items()}
    for page, text in texts.items():
        for link in LINK.findall(text):
            path, _, place = unquote(html.unescape(link)).partition("#")
            if re.match(r"[a-z]+:", path):
                continue
            target = (page.parent / path.partition("?")[0]).resolve() if path else page
            if not target.exists() or (place and target in places and place not in places[target]):
                yield f"{page.relative_to(site)}: {link}"


def test_every_link_inside_it_leads_somewhere(site: Path) -> None:
    beside = ": ../site/#/c/"  # the referee in the browser, which opens the examples
    assert sorted({each for each in dead(site) if beside not in each}) == []
    assert len({each for each in dead(site) if beside in each}) >= 5
