"""Keywords that a case defines: read, ruled on and explained as the text that they stand for; or refused, and why."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from declarant.events import optional
from declarant.events.errors import InvalidInput
from declarant.tools.cards.formats import read_cards
from declarant.tools.cases.judging import judge
from declarant.tools.cases.reading import read_case
from declarant.tools.cli import app
from declarant.tools.oracle import own_keywords
from declarant.tools.oracle.own_keywords import said_in_full
from typer.testing import CliRunner

SKYGUARD = "This creature can't be blocked except by creatures with flying or reach."


def case(text: str, keywords: dict[str, str], blocker: str = "") -> dict[str, Any]:
    return {
        "players": ["Ann", "Bob"],
        "keywords": keywords,
        "battlefield": [
            {"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 3, "toughness": 3, "text": text},
            {"id": "imp", "controller": "Bob", "types": ["Creature"], "power": 1, "toughness": 1, "text": blocker},
        ],
        "steps": [{"attack": {"ox": "Bob"}}, {"block": {"imp": ["ox"]}}],
    }


@pytest.mark.parametrize("text", ["Skyguard", "skyguard", "Vigilance, Skyguard", "Skyguard, vigilance\nFirst strike"])
@pytest.mark.parametrize(("blocker", "verdict"), [("", "illegal"), ("Reach", "legal"), ("Flying", "legal")])
def test_a_card_with_an_own_keyword_is_ruled_on_by_its_meaning(text: str, blocker: str, verdict: str) -> None:
    meant = judge(read_case(case(text, {"Skyguard": SKYGUARD}, blocker))).steps[1]
    said = judge(read_case(case(text.replace("Skyguard", SKYGUARD) if text == "Skyguard" else SKYGUARD, {}, blocker))).steps[1]
    assert (meant.verdict, meant.rule, meant.why) == (said.verdict, said.rule, said.why)
    assert meant.verdict == verdict


def test_an_own_keyword_that_enters_later_means_the_same() -> None:
    data = case("", {"Skyguard": SKYGUARD})
    data["steps"].insert(0, {"enters": {"id": "elk", "controller": "Ann", "types": ["Creature"], "text": "Haste, Skyguard"}})
    data["steps"][1:] = [{"attack": {"elk": "Bob"}}, {"block": {"imp": ["elk"]}}]
    assert judge(read_case(data)).steps[2].rule == "509.1b"


def test_a_case_that_was_read_reads_the_same_again() -> None:
    read = read_case(case("Flying, Skyguard", {"Skyguard": SKYGUARD}))
    assert read_case(read.model_dump(mode="json", exclude_unset=True)).battlefield == read.battlefield


@pytest.mark.parametrize(
    ("keywords", "found"),
    [
        ({"Flying": SKYGUARD}, "keywords.Flying: found words of the rules"),
        ({"menace": SKYGUARD}, "keywords.menace: found words of the rules"),
        ({"Islandwalk": SKYGUARD}, "keywords.Islandwalk: found words of the rules"),
        ({"Protection from red": SKYGUARD}, "keywords['Protection from red']: found words of the rules"),
        ({"flying or reach": "Flying"}, "keywords['flying or reach']: found words of the rules"),
        ({"attack": SKYGUARD}, "keywords.attack: found words of the rules"),
        ({"Über": SKYGUARD}, "found 'Über'; allowed: words of the letters A to Z"),
        ({"Skyguard ": SKYGUARD}, "found 'Skyguard '; allowed: words of the letters A to Z"),
        ({"Shove": "This creature can't be blocked by creatures with power N or less."}, "keywords.Shove: found 'N or less.'"),
        ({"Skyguard": SKYGUARD, "skyguard": SKYGUARD}, "twice"),
        ({"Skyguard": "Skyguard"}, "keywords.Skyguard: found"),
        ({"Skyguard": "Other", "Other": "Skyguard"}, "keywords.Skyguard: found"),
        ({"Skyguard": "This creature can't be blocked except by frumious creatures."}, "keywords.Skyguard: found"),
        ({"Skyguard": "x" * 2_000}, "keywords.Skyguard"),
        ({"Sky\nguard": SKYGUARD}, "keywords"),
        ({f"Word {chr(97 + n // 26)}{chr(97 + n % 26)}": SKYGUARD for n in range(60)}, "keywords"),
        ({"Skyguard": 3}, "keywords.Skyguard"),
        (["Skyguard"], "keywords"),
    ],
)
def test_what_cant_be_a_keyword_is_refused_and_why(keywords: Any, found: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_case(case("Flying", keywords))
    assert found in str(refused.value)


def test_an_own_keyword_that_is_granted_is_had() -> None:
    lord = {
        "id": "lord",
        "controller": "Ann",
        "types": ["Creature"],
        "text": "Other creatures you control have haste and skyguard.",
    }
    for effect in ({"controller": "Ann", "text": "[ox] gains skyguard until end of turn."}, {"on": "ox", "text": "Skyguard"}):
        data = case("", {"Skyguard": SKYGUARD}) | {"effects": [effect]}
        assert judge(read_case(data)).steps[1].rule == "509.1b"
    data = case("", {"Skyguard": SKYGUARD})
    data["battlefield"].append(lord)
    assert judge(read_case(data)).steps[1].rule == "509.1b"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Flying, skyguard", f"Flying\n{SKYGUARD}"),
        ("Other creatures you control have skyguard.", f'Other creatures you control have "{SKYGUARD}".'),
        (
            "Equipped creature gets +1/+1 and has flying and skyguard.",
            f'Equipped creature gets +1/+1 and has flying and "{SKYGUARD}".',
        ),
        ("When this creature dies, create a 1/1 red Elf creature token with skyguard.", None),
        ("Skyguard (It is guarded by those that fly.)", SKYGUARD),
        ("Bushido 2, skyguard, protection from red (These are three.)", f"Bushido 2, protection from red\n{SKYGUARD}"),
        ("Creatures with skyguard have haste.", "Creatures with skyguard have haste."),
        ("Sacrifice a creature, skyguard", "Sacrifice a creature, skyguard"),
        ("This creature loses skyguard.", "This creature loses skyguard."),
        ('Creatures have "Flying and skyguard"', 'Creatures have "Flying and skyguard"'),
        ("Skyguards attack each combat if able.", "Skyguards attack each combat if able."),
    ],
)
def test_where_an_own_keyword_stands_for_its_text(text: str, meant: str | None) -> None:
    said = said_in_full(text, {"skyguard": SKYGUARD})
    assert said == (text.replace("skyguard", f'"{SKYGUARD}"') if meant is None else meant)


def test_a_card_file_may_define_keywords() -> None:
    card = {"name": "Grim Ox", "types": ["Creature"], "text": "Skyguard", "power": "2", "toughness": "2", "layout": "normal"}
    file = {"meta": {}, "keywords": {"Skyguard": SKYGUARD}, "data": {"Grim Ox": [card]}}
    (found,) = read_cards(BytesIO(json.dumps(file).encode()))
    assert found.card.text == SKYGUARD


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ({"keywords": {"Flying": SKYGUARD}, "data": {}}, "cards.json: keywords.Flying: found words of the rules"),
        ({"data": {}, "keywords": {"Skyguard": SKYGUARD}}, "cards.json: keywords: found keywords after the cards"),
    ],
)
def test_what_cant_be_a_keyword_of_a_card_file_is_said_with_the_file(file: Any, found: str, tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text(json.dumps({"meta": {}} | file))
    result = CliRunner().invoke(app, ["cards", "load", str(tmp_path / "cards.json"), "--index", str(tmp_path / "index")])
    assert result.exit_code == 2 and found in result.stderr


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Installs packages `a`, `b`, …, each with an object of keywords."""

    def install(*keywords: Any) -> None:
        entries = []
        for letter, each in zip("abc", keywords, strict=False):
            monkeypatch.setitem(sys.modules, f"package_{letter}", SimpleNamespace(KEYWORDS=each))  # type: ignore[arg-type]
            entries.append(EntryPoint(letter, f"package_{letter}:KEYWORDS", own_keywords.GROUP))
        monkeypatch.setattr(optional, "entry_points", lambda group: entries if group == own_keywords.GROUP else [])
        own_keywords.installed.cache_clear()

    yield install
    own_keywords.installed.cache_clear()


def test_a_package_may_define_keywords(packages: Callable[..., None]) -> None:
    packages({"Skyguard": SKYGUARD})
    assert judge(read_case(case("Flash, skyguard", {}))).steps[1].rule == "509.1b"
    packages(["Skyguard"])
    with pytest.raises(InvalidInput, match=r"declarant\.keywords"):
        own_keywords.installed()


def test_each_word_of_a_list_is_read_by_itself(packages: Callable[..., None]) -> None:
    packages({"Skyguard": SKYGUARD, "Headlong": "This creature attacks each combat if able."})
    result = CliRunner().invoke(app, ["wording", "read", "Flying, skyguard, headlong (It rushes on.)"])
    said = [line.removeprefix("it says: ") for line in result.stdout.splitlines() if line.startswith("it says: ")]
    assert said == ["Flying", SKYGUARD, "This creature attacks each combat if able."]
    result = CliRunner().invoke(app, ["wording", "read", "Skyguard\nHeadlong 2"])
    assert result.exit_code == 2 and "line 2, character 0: found 'Headlong 2'" in result.stderr


WRONG = [
    {"Flying": SKYGUARD},
    {"Skyguard": SKYGUARD, "skyguard": SKYGUARD},
    {"Skyguard": "Skyguard"},
    {"Skyguard": "Draw a card."},
    {"Skyguard": "This creature can't be blocked except by frumious creatures."},
    {"Skyguard": 3},
]


@pytest.mark.parametrize("keywords", WRONG)
def test_wherever_they_are_defined_the_same_is_refused(keywords: Any, packages: Callable[..., None]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_case(case("Flying", keywords))
    with pytest.raises(InvalidInput) as refused_of_cards:
        list(read_cards(BytesIO(json.dumps({"meta": {}, "keywords": keywords, "data": {}}).encode())))
    packages(keywords)
    with pytest.raises(InvalidInput) as refused_of_package:
        own_keywords.installed()
    word = list(keywords)[-1]
    assert f"keywords.{word}" in str(refused.value) and f"keywords.{word}" in str(refused_of_cards.value)
    assert f"declarant.keywords, a.{word}" in str(refused_of_package.value)


def test_a_word_of_two_packages_is_refused(packages: Callable[..., None]) -> None:
    packages({"Skyguard": SKYGUARD}, {"skyguard": "This creature can't block."})
    with pytest.raises(InvalidInput, match=r"b\.skyguard: found a word that another package defines"):
        own_keywords.installed()


def test_a_meaning_is_put_in_once(packages: Callable[..., None]) -> None:
    """What a word means is a text by itself, in which no word of another package has a meaning."""
    packages({"Skyguard": SKYGUARD}, {"Doubleguard": "Skyguard"})
    with pytest.raises(InvalidInput, match=r"b\.Doubleguard"):
        own_keywords.installed()


@pytest.mark.parametrize("text", ["This creature loses skyguard.", "Skyguard, skyguard", "Skyguard\nSkyguard"])
def test_where_an_own_keyword_isnt_read_it_is_declined(text: str) -> None:
    case_read = read_case(case(text, {"Skyguard": SKYGUARD}))
    assert judge(case_read).error is not None
