"""The documentation: its examples run as they stand, and it is built without a warning."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
FILES = re.compile(r"`(?P<name>[\w.-]+)`:\n\n```yaml\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_run_as_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8")
    for file in FILES.finditer(text):
        (tmp_path / file["name"]).write_text(file["text"], "utf-8")
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
    assert (tried > 0) == ("```python" in text)
    assert set(re.findall(r"^```(\w+)", text, re.MULTILINE)) <= {"python", "yaml"}, "a block that no test runs"
    assert len(FILES.findall(text)) == text.count("```yaml")


def test_every_command_that_is_named_is_one() -> None:
    from declarant.tools.cli import app
    from typer.main import get_command

    known = set(get_command(app).commands)  # type: ignore[attr-defined]
    named = {name for page in PAGES for name in re.findall(r"`declarant ([a-z]+)", page.read_text("utf-8"))}
    assert named and named <= known


def test_it_is_built_without_a_warning(tmp_path: Path) -> None:
    sphinx = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--nitpicky", "--builder", "html"]
    done = subprocess.run([*sphinx, str(ROOT / "docs"), str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    told = (tmp_path / "reference" / "python.html").read_text("utf-8")
    assert "legal_attacks" in told and (tmp_path / "reference" / "commands.html").is_file()
    links = {
        link.partition("#")[0]
        for page in tmp_path.rglob("*.html")
        for link in re.findall(r'href="([^"]+)"', page.read_text("utf-8"))
        if "://" not in link and not link.startswith("#")
    }
    # Links between pages are from where they stand; those that Sphinx resolves are checked by it.
    assert any("reference/case" in link for link in links)
