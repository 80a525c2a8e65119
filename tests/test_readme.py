"""What the README shows is what happens."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
TEXT = README.read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_python_examples_run_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(README), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert not failed
    assert tried > 10


def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    (case,) = blocks("yaml")
    (tmp_path / "menace.yaml").write_text(case, "utf-8")
    for block in blocks("console"):
        command, _, expected = block.partition("\n")
        name, *arguments = shlex.split(command.removeprefix("$ "))
        assert name == "declarant"
        done = subprocess.run(
            [sys.executable, "-m", "declarant", *arguments], capture_output=True, cwd=tmp_path, env={"COLUMNS": "80"}
        )
        assert done.stderr == b""
        assert lines(done.stdout.decode()) == lines(expected)


def test_the_readme_says_what_a_newcomer_needs() -> None:
    for words in ("make demo", "make test", "not affiliated"):
        assert words in TEXT
