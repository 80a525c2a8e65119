"""Where something stands in the text of a case, whatever it holds and however it is written."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from declarant.tools.cases.documents import parse_json, parse_yaml
from declarant.tools.cases.places import KeyItself, Location, WrittenCase
from hypothesis import given
from hypothesis import strategies as st

WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff"), max_size=8
)


def objects(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    def around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3)

    return st.dictionaries(WORDS, st.recursive(leaves, around, max_leaves=12), max_size=4)


TEXTS = objects(WORDS)
OBJECTS = objects(st.none() | st.booleans() | st.integers(-(10**6), 10**6) | WORDS)


def paths(value: Any, at: Location = ()) -> Iterator[tuple[Location, Any]]:
    """Every location in a value, keys among them, and what stands there."""
    yield at, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*at, KeyItself(key)), key
            yield from paths(item, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*at, index))


def after(text: str, place: str) -> str:
    """The text from a place on."""
    _, line, column = place.split(":")
    return text.split("\n", int(line) - 1)[-1][int(column) - 1 :]


@given(st.lists(OBJECTS, min_size=1, max_size=3), st.sampled_from([None, 0, 2]), st.booleans())
def test_in_json(values: list[Any], indent: int | None, ascii: bool) -> None:
    text = json.dumps(values, indent=indent, ensure_ascii=ascii)
    document = parse_json(text, "f")
    assert document.value == values
    for value, written in zip(values, document.written, strict=True):
        wanted = list(paths(value))
        for (_, expected), place in zip(wanted, written.places([(at, None) for at, _ in wanted]), strict=True):
            assert json.JSONDecoder().raw_decode(after(text, place))[0] == expected


@given(st.lists(TEXTS, min_size=1, max_size=3), st.sampled_from([None, True, False]), st.booleans())
def test_in_yaml(values: list[Any], flow: bool | None, unicode: bool) -> None:
    text = yaml.safe_dump(values, default_flow_style=flow, default_style='"', allow_unicode=unicode, width=10**6, sort_keys=False)
    (document,) = parse_yaml(text, "f")
    assert document.value == values
    for value, written in zip(values, document.written, strict=True):
        wanted = list(paths(value))
        for (_, expected), place in zip(wanted, written.places([(at, None) for at, _ in wanted]), strict=True):
            if isinstance(expected, str):
                assert yaml.safe_load(_scalar(after(text, place))) == expected


def _scalar(text: str) -> str:
    """The quoted scalar that a text begins with."""
    end = 1
    while text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    return text[: end + 1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"text": "Flying\\nMen\\u0061ce x"}', "1:31"),
        ('{"text":\n"Flying\\nMen\\ud83d\\ude00ce x"}', "2:28"),
    ],
)
def test_a_character_of_a_text_in_json(text: str, place: str) -> None:
    at = json.loads(text)["text"].index("x")
    assert WrittenCase("f", text, 1, 1, "json").places([(("text",), at)]) == [f"f:{place}"]


@pytest.mark.parametrize(
    "text",
    [
        "text: Menace x",
        "text: 'Menace x'",
        'text: "Flying\\nMenace\\u0020x"',
        "text: |\n  Flying\n  Menace x\n",
        "{id: a, text: Menace x}",
        "a: [1]\ntext: |-\n    Flying\n\n    Menace x",
    ],
)
def test_a_character_of_a_text_in_yaml(text: str) -> None:
    value = yaml.safe_load(text)["text"]
    (place,) = WrittenCase("f", text, 1, 1, "yaml").places([(("text",), value.index("x", 5))])
    assert after(text, place).startswith("x")


def test_what_is_missing_is_where_what_lacks_it_begins() -> None:
    text = '{"a": [1, {"b": 2}]}'
    for syntax in ("json", "yaml"):
        written = WrittenCase("f", text, 7, 3, syntax)  # type: ignore[arg-type]
        places = written.places([(("a", 1, "c", 4), None), (("a", 9), None), (("z",), None), (("a", 1, KeyItself("b")), None)])
        assert places == ["f:7:13", "f:7:9", "f:7:3", "f:7:14"]
