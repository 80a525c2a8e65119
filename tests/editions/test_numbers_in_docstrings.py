"""Docstrings cite the numbers of the newest rules, or say from when to when another number is meant."""

import ast
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"(?<![\d.])([1-9]\d\d\.\d{1,3})([a-z]?)(?![\d.])")
DAY = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b")


def newest(shared: Path) -> set[str]:
    """The numbers of the newest rules whose text is known."""
    with gzip.open(shared / "rules" / "comprehensive-rules-2026-01-16.txt.gz", "rt", encoding="utf-8-sig") as file:
        found = set(re.findall(r"^(\d{3}\.\d+[a-z]?)\.? ", file.read(), re.MULTILINE))
    return found | json.loads((shared / "rules" / "later-2026.json").read_text("utf-8"))["texts"].keys()


def docstrings() -> Iterator[tuple[str, str]]:
    """Where each string stands that is a statement of its own, and the string."""
    for path in (path for floor in ("events", "projections", "handlers") for path in sorted((ROOT / floor).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value.value


def test_docstrings_cite_the_newest_numbers_or_say_when(shared: Path) -> None:
    known = newest(shared)
    cited = [
        (where, number + letter)
        for where, text in docstrings()
        if not DAY.search(text)
        for number, letter in NUMBER.findall(text)
    ]
    assert len(cited) > 300
    assert [(where, number) for where, number in cited if number not in known] == []
