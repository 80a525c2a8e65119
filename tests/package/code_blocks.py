"""Runs the blocks of code of a page as a reader would: in one folder, from top to bottom.

- A block of YAML or JSON after a line such as "`case.yaml`:" is the text of that file.
- `python` blocks are sessions of one interpreter, and print what they show.
- `console` blocks are commands after `$ `, with what they print, where anything is shown. They end with status 0 or 1.
- `sql` blocks are run by `tests/tables/test_questions.py`.
"""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

from declarant.tools.cli import app
from typer.testing import CliRunner

BLOCK = re.compile(r"(?:`(?P<file>[\w.-]+)`:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def run_blocks(page: Path, folder: Path) -> None:
    """Run all that a page shows, in an empty folder, which is the current one."""
    names: dict[str, Any] = {}
    for number, block in enumerate(BLOCK.finditer(page.read_text("utf-8"))):
        match block["language"], block["text"]:
            case (("yaml" | "json"), text):
                assert block["file"], f"{page.name}: a block of {block['language']} that has no name of a file"
                (folder / block["file"]).write_text(text, "utf-8")
            case "python", text:
                _run_session(f"{page.name}[{number}]", text, names)
            case "console", text:
                for shown in filter(None, re.split(r"^\$ ", text, flags=re.MULTILINE)):
                    _run_command(*shown.partition("\n")[::2], folder)
            case "sql", _:
                assert page.name == "tables.md"
            case language, _:
                raise AssertionError(f"{page.name}: a block of {language}, which no test runs")


def _run_session(name: str, text: str, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    assert test.examples, f"{name}: a block of Python without >>>"
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=output.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(output)


def _run_command(command: str, expected: str, folder: Path) -> None:
    command, _, into = command.partition(" > ")
    name, *arguments = shlex.split(command)
    assert name == "declarant", command
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "80"})
    assert done.exit_code in (0, 1) and (done.exception is None or isinstance(done.exception, SystemExit)), (
        f"{command}\n{done.output}"
    )
    if into:
        (folder / into).write_text(done.stdout, "utf-8")
    elif expected.strip():
        assert _lines(done.stdout) == _lines(expected)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]
