"""The reference, made of the code: commands of their help, what Python sees of its docstrings, formats of their schemas."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import declarant
from declarant.events import errors, telemetry
from declarant.tools.audit import rule_numbers
from declarant.tools.cli import app
from declarant.tools.cli.schemas import schema
from declarant.tools.tables.schemas import page as tables_page
from declarant.tools.text.schemas import in_markdown
from typer.main import get_command


def make_reference(folder: Path) -> None:
    """Write the pages of the reference into a folder; those that are as they were are left alone."""
    pages = {
        "commands": commands(),
        "python": python(),
        "case": in_markdown(schema("case")),
        "events": in_markdown(schema("events")),
        "client-commands": in_markdown(schema("commands")),
        "tables": tables_page(),
        "errors": errors_page(),
        "events-and-spans": events_and_spans(),
        "rules-coverage": rules_coverage(),
    }
    folder.mkdir(exist_ok=True)
    for name, text in pages.items():
        file = folder / f"{name}.md"
        if not file.is_file() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")


def commands() -> str:
    """Every command, with its help as it is printed on 80 columns."""
    os.environ["COLUMNS"] = "80"
    whole = get_command(app)
    return "\n".join(["# Command line", *_command(whole, whole, [])])


def _command(whole: Any, command: Any, path: list[str]) -> Iterator[str]:
    with redirect_stdout(StringIO()) as stated:
        whole.main([*path, "--help"], "declarant", standalone_mode=False)
    title = " ".join(["declarant", *path])
    yield f"\n## {title}\n\n```text\n{stated.getvalue().strip()}\n```"
    for name, each in getattr(command, "commands", {}).items():
        yield from _command(whole, each, [*path, name])


def python() -> str:
    """What the package exports, with signatures and docstrings."""
    parts = ["# Python", "", inspect.getdoc(declarant) or ""]
    for name in declarant.__all__:
        found = getattr(declarant, name)
        parts += ["", f"## {name}", "", *_described(name, found)]
        if inspect.isclass(found):
            for member, value in vars(found).items():
                documented = inspect.isfunction(value) or isinstance(value, (property, classmethod, staticmethod))
                if documented and not member.startswith("_") and inspect.getdoc(getattr(found, member)):
                    parts += ["", f"### {name}.{member}", "", *_described(member, value)]
    return "\n".join(parts) + "\n"


def _described(name: str, found: Any) -> Iterator[str]:
    function = found.__func__ if isinstance(found, (classmethod, staticmethod)) else found
    if inspect.isfunction(function):
        yield f"```text\n{name}{inspect.signature(function)}\n```\n"
    yield _without_doctest(inspect.getdoc(found) or "")


def _without_doctest(text: str) -> str:
    """Examples stand in blocks of code."""
    lines, stated, inside = text.splitlines(), list[str](), False
    for line in lines:
        if line.startswith(">>>") and not inside:
            stated.append("```pycon")
            inside = True
        elif inside and not line.strip():
            stated.append("```")
            inside = False
        stated.append(line)
    return "\n".join([*stated, "```"] if inside else stated)


def errors_page() -> str:
    """The errors, each with what it means."""
    kinds = [each for each in vars(errors).values() if inspect.isclass(each) and issubclass(each, errors.DeclarantError)]
    rows = [f"## {each.__name__}\n\n{inspect.getdoc(each)}" for each in kinds]
    statuses = "A command ends with 0 where all is fine, 1 where a ruling isn't as expected, and 2 where input is bad."
    return "\n\n".join(["# Errors", statuses, *rows]) + "\n"


def events_and_spans() -> str:
    """What the library logs by structlog and OpenTelemetry."""
    return "\n".join(
        [
            "# Events and spans",
            "",
            "The library logs nothing unless it is asked. `declarant.observe(structlog.get_logger())` has it log these events:",
            "",
            "| event | when, and with what |",
            "|---|---|",
            *(f"| `{name}` | {words} |" for name, words in telemetry.EVENTS.items()),
            "",
            "Where the program has imported the API of OpenTelemetry (`opentelemetry.trace`), there are these spans. It is no",
            "dependency, and is never imported by the library.",
            "",
            "| span | what, and its attributes |",
            "|---|---|",
            *(f"| `{name}` | {words} |" for name, words in telemetry.SPANS.items()),
            "",
            "What commands print on standard error (progress, what was passed over, errors) goes to structlog, too: as text,",
            "or with `--format json` as JSON Lines.",
            "",
        ]
    )


def rules_coverage() -> str:
    """Every number of the rules of combat: its concepts, functions and tests, or why nobody cites it."""
    lines = [
        "# Coverage of the rules",
        "",
        "Every number of rules 506–511, and of 300–310 until 2009-07-10, that is cited; `declarant rules NUMBER` says more.",
        "",
        "| number | concepts | carried out | shown |",
        "|---|---|---|---|",
    ]
    for rule in rule_numbers.coverage():
        places = ((place.path.removeprefix("handlers/"), place.name) for place in rule.functions)
        functions = dict.fromkeys(f"`{path} {name}`" if name else f"`{path}`" for path, name in places)
        tests = [f"`{place.path.removeprefix('tests/')}`" for place in rule.tests]
        shown = ", ".join(tests[:3]) + (f" and {len(tests) - 3} more" if len(tests) > 3 else "")
        done = ", ".join([*functions][:4]) or rule.apart or ""
        lines.append(f"| {rule.number} | {', '.join(rule.concepts)} | {done} | {shown} |")
    lines += ["", "## Cited by no function", "", "| numbers | who sees to it, or why nobody does |", "|---|---|"]
    lines += [f"| {pattern.replace('|', ', ')} | {words} |" for pattern, words in rule_numbers.APART.items()]
    return "\n".join(lines) + "\n"
