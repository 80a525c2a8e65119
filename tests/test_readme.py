"""What the README shows is what happens, and it is short."""

import re
from pathlib import Path

import pytest
from package.code_blocks import BLOCK, run_blocks

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
TEXT = README.read_text("utf-8")


def test_the_examples_run_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (page,) = [block for block in BLOCK.finditer(TEXT) if block["language"] == "python"]
    (tmp_path / "page.md").write_text(page[0], "utf-8")
    run_blocks(tmp_path / "page.md", tmp_path)


def test_the_commands_of_the_shell_are_targets_of_make_or_install_the_package() -> None:
    (block,) = [block["text"] for block in BLOCK.finditer(TEXT) if block["language"] == "sh"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    commands = [line.partition("#")[0].strip() for line in block.splitlines()]
    assert "pip install ." in commands
    assert all(f"\n{each.removeprefix('make ')}:" in makefile for each in commands if each != "pip install .")


def test_a_picture_and_a_first_result_come_within_a_screen() -> None:
    lines = TEXT.splitlines()
    assert lines[2].startswith("![") and TEXT.index(">>> ruling.verdict") < TEXT.index(lines[40])
    assert len(lines) <= 60


def test_what_it_links_to_is_there() -> None:
    linked = re.findall(r"\]\(([^)#]+)", TEXT)
    assert len(linked) > 15
    assert [each for each in linked if not (ROOT / each).exists()] == []


def test_the_readme_says_what_a_newcomer_needs() -> None:
    for words in ("make demo", "make test", "make docs", "not affiliated"):
        assert words in TEXT
