"""Each case in YAML of the documentation has a link that opens it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from declarant.tools.cases.reading import read_case
from declarant.tools.serve.permalink import decode

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture
def opening() -> ModuleType:
    pytest.importorskip("docutils", reason="needs what makes the documentation")
    spec = importlib.util.spec_from_file_location("opening", DOCS / "opening.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_case_of_the_documentation_opens_as_it_is(opening: ModuleType) -> None:
    found = 0
    for page in DOCS.glob("*.md"):
        for text in re.findall(r"```yaml\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            code = opening.code_of(text)
            assert code is not None, text
            first = next(yaml.safe_load_all(text))
            example = read_case({"id": "example", **(first[0] if isinstance(first, list) else first)}, "")
            assert decode(code).steps == example.steps and decode(code).battlefield == example.battlefield
            found += 1
    assert found >= 5


def test_what_is_no_case_has_no_link(opening: ModuleType) -> None:
    assert [opening.code_of(each) for each in ("a: 1", "- 1", "{", "")] == [None] * 4
