"""A combat in one line: it says what its case says, both ways, and what can't be read is refused with the place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant import judge as judge_any
from declarant.events.errors import InvalidInput
from declarant.tools.cases.judging import judge
from declarant.tools.cases.line import MAX_LINE, data_of, line_of
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case, read_cases, read_line
from hypothesis import given, settings
from hypothesis import strategies as st

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases"
LINE = '2024-06-07 | Ann 20: brute="Quarry Brute" 3/2 "Menace" | Bob 18: bear 2/2; wall 0/4 "Defender" tapped | attack brute>Bob'


def without_remarks(case: Case) -> dict[str, Any]:
    fields = case.model_dump(mode="json", by_alias=True)
    return {**fields, "source": None, "steps": [{**step, "why": None} for step in fields["steps"]]}


def shared_cases() -> Iterator[Case]:
    for file in sorted(SHARED.glob("*.jsonl")):
        for row in map(json.loads, file.read_text("utf-8").splitlines()):
            case = row["case"] if isinstance(row.get("case"), dict) else row
            if "battlefield" in case and "refused" not in case:
                yield read_case(case)


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases aren't here")
def test_all_shared_cases_go_both_ways() -> None:
    lengths = []
    for case in shared_cases():
        line = line_of(case)
        again = read_line(line)
        assert without_remarks(again) == without_remarks(case), case.id
        assert line_of(again) == line and line.isascii() and "\n" not in line
        lengths.append(len(line))
    assert len(lengths) > 1_400 and sorted(lengths)[len(lengths) // 2] <= 225


def test_a_line_says_a_case() -> None:
    case = read_line(LINE)
    assert [(each.id, each.name, each.power, each.text, each.tapped) for each in case.battlefield] == [
        ("brute", "Quarry Brute", 3, "Menace", False),
        ("bear", "", 2, "", False),
        ("wall", "", 0, "Defender", True),
    ]
    assert case.life == {"Ann": 20, "Bob": 18} and line_of(case) == LINE


def test_everything_that_has_words_is_written_in_words() -> None:
    line = (
        '#night 2024-06-07 | "Ann B." 20 poison:2 mana:{2}{W}: '
        'ox="Grim Ox" 3/3 Legendary Artifact Creature -Ogre "Menace\\nTrample" tapped sick token 2x+1/+1 1xshield '
        "colors:WU marked:1 mv:4 owner:Bob | Bob active: walker Planeswalker loyalty:3; elf 1/1; x 1/1 | "
        'goad elf by:"Ann B." | gains ox "Flying" | effect Bob "Creatures you control get +1/+1." | '
        'attack elf>"Ann B." pay:{2} bands:elf+x = legal | block none by:"Ann B." = illegal 509.1c | damage elf>"Ann B.":1 x>'
    )
    case = read_line(line)
    assert line_of(case) == line and '{"' not in line


@pytest.mark.parametrize("given_as", ["argument", "lines", "judge"])
def test_a_line_is_judged_as_its_case_is(given_as: str, tmp_path: Path) -> None:
    line = LINE + " | block bear>brute = illegal 509.1b"
    if given_as == "judge":
        steps = judge_any(line).steps
    else:
        (tmp_path / "night.lines").write_text(line + "\n", "utf-8")
        (case,) = read_cases(line if given_as == "argument" else tmp_path / "night.lines")
        assert isinstance(case, Case)
        steps = judge(case).steps
    assert [step.verdict for step in steps] == ["legal", "illegal"] and steps[1].agrees


def test_one_opponent_is_attacked_where_nobody_is_named() -> None:
    assert read_line("Ann: ox 2/2 | Bob: | attack ox").steps == read_line("Ann: ox 2/2 | Bob: | attack ox>Bob").steps


@pytest.mark.parametrize(
    "effect", ['effect Ann "[brute] gets +3/+3 until end of turn."', 'gains brute "Flying"', "loses bear", "suspect bear"]
)
def test_an_effect_is_at_work_already_or_begins_where_it_stands(effect: str) -> None:
    day, ann, bob, attack = LINE.split(" | ")
    before, behind = read_line(" | ".join((day, ann, bob, effect, attack))), read_line(f"{LINE} | {effect} | block none")
    assert [step.model_dump(exclude_unset=True)["effect"] for step in behind.steps[1:2]] == [
        each.model_dump(exclude_unset=True) for each in before.effects
    ]
    assert behind.effects == () and read_line(line_of(behind)) == behind


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("Ann 20: ox 2/2 foo | Bob:", "foo"),
        ("Ann 20: ox 2/2 3/3 | Bob:", "3/3"),
        ("Ann 20 30: ox 2/2 | Bob:", "30"),
        ("Ann: ox 2/2 | Bob: | attack ox>Bob ox>Bob", "ox>Bob"),
        ('Ann: ox 2/2 "Menace | Bob:', '"Menace'),
        ('Ann: ox 2/2 {"power":3} | Bob:', '{"power'),
        ('{"battlefield":[]} | Ann: | Bob:', '{"battlefield'),
        ("Ann: ox 2/2 | Bob: | attack ox>Bob = maybe so or not", "="),
        ("Ann: ox 2/2 | Bob: | dance", "dance"),
        ("Ann: ox 2/2 | Bob: | block wall", "wall"),
        ("Ann: ox 2/2 | Bob: | goad ox", "goad"),
        ('Ann: ox 2/2 | Bob: | attack ox = legal "508.1a" "nonsense"', "="),
        ('Ann: ox 2/2 | Bob: | attack ox = legal "508.1a"', '"508.1a"'),
        ("Ann: ox 2/2 | Bob: | suspect ox by:Ann", "suspect"),
        ("Ann: ox 2/2 | Bob: | loses ox by:Ann", "loses"),
        ('Ann: ox 2/2 | Bob: | gains ox "Flying" by:Ann', "gains"),
        ('Ann: ox 2/2 | Bob: | effect Ann "Creatures get +1/+1." by:Ann', "effect"),
        ("Ann: ox 2/2 | Bob: | goad ox by:Bob by:Ann", "goad"),
        ("Ann: ox 2/2 | Bob: | attack ox>Bob none", "none"),
        ("Ann: ox 2/2 | Bob: | attack none none", "none none"),
        ("Ann: ox 2/2 | Bob: | deals none", "none"),
        ('Ann: ox 2/2 | Bob: | step none {"attack":{}}', "none"),
        ("#a #b | Ann: ox 2/2 | Bob:", "#b"),
        ("Ann: ox 2/2; elf 1/1 | Bob: | attack ox bands:ox+elf bands:elf", "bands:elf"),
        ('Ann: ox Artifact {"types":["Land"]} | Bob:', "{"),
        ('Ann: ox Legendary {"supertypes":["Basic"]} | Bob:', "{"),
        ('Ann: ox {"controller":"Bob"} | Bob:', "{"),
        ("Ann: ox typeless Creature | Bob:", "Creature"),
        ("Ann: ox Artifact typeless | Bob:", "typeless"),
        ("Ann: ox 2/2 -Equipment | Bob:", "ox"),
        ("Ann: ox -Goblin -Equipment | Bob:", "ox"),
        ("Ann: ox 2/2 loyalty:3 | Bob:", "ox"),
        ("Ann: ox 2/2 | Bob: | attack ox>Bob | Bob: wall 0/4 | block wall>ox", "Bob: wall"),
    ],
)
def test_what_cant_be_read_is_refused_where_it_stands(line: str, at: str) -> None:
    with pytest.raises(InvalidInput, match=f"line, character {line.rindex(at)}: "):
        read_line(line)


@pytest.mark.parametrize(
    ("typed", "hint"), [("3/2, elf 1/1", "a semicolon, and the next permanent"), ("3/2 flying", '("Flying")')]
)
def test_what_is_refused_of_a_permanent_says_how_to_write_it(typed: str, hint: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(hint)):
        read_line(f"Ann: ox {typed} | Bob:")


def test_a_case_that_is_too_long_says_so() -> None:
    crowd = [{"id": f"creature{number}", "controller": "Ann", "types": ["Creature"]} for number in range(800)]
    with pytest.raises(InvalidInput, match=f"at most {MAX_LINE:,}"):
        line_of(read_case({"players": ["Ann", "Bob"], "battlefield": crowd, "steps": []}))


TYPES = {
    "x -Clue token": ["Artifact", "Clue"],
    'v -Vehicle 4/4 "Crew 1"': ["Artifact", "Vehicle"],
    'u -Aura on:ox "Enchanted creature gets +1/+1."': ["Enchantment", "Aura"],
    "w -Jace loyalty:3": ["Planeswalker", "Jace"],
    "w loyalty:3": ["Planeswalker"],
    's -Siege defense:3 {"protector":"Bob"}': ["Battle", "Siege"],
    "s defense:3": ["Battle"],
    "l -Gate": ["Land", "Gate"],
    "l -Gate Creature 2/2": ["Creature", "Gate"],
    "Island Land": ["Basic", "Land", "Island"],
    "forest": ["Basic", "Land", "Forest"],
    'i="Island" Basic Land': ["Basic", "Land", "Island"],
    'i="Island"': ["Basic", "Land", "Island"],
    'Swamp Land {"subtypes":[]}': ["Land"],
    "Swamp 2/2": ["Creature"],
    "ax 3/3 Legendary": ["Legendary", "Creature"],
    "ax 3/3 Snow -Goblin": ["Snow", "Creature", "Goblin"],
    "ax 3/3 Legendary typeless": ["Legendary"],
    "ax 3/3 -Goblin": ["Creature", "Goblin"],
}


@pytest.mark.parametrize("said", TYPES)
def test_types_that_are_not_said_are_meant_by_subtypes_basic_lands_and_supertypes(said: str) -> None:
    case = read_line(f"Ann: ox 2/2; {said} | Bob: | attack none")
    found = case.battlefield[1]
    assert [*found.supertypes, *found.types, *found.subtypes] == TYPES[said]
    assert without_remarks(read_line(line_of(case))) == without_remarks(case)


PIECES = st.sampled_from(
    re.findall(r'\s+|"[^"]*"|[\w.\'/-]+|.', LINE + ' 2x+1/+1 pay:{2} {"x":1} = legal damage none block on:x \\')
)


@settings(max_examples=300)
@given(
    st.lists(PIECES | st.text(max_size=3), max_size=40).map("".join)
    | st.lists(PIECES, max_size=6).map(lambda x: LINE + "".join(x))
)
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        case = read_line(text)
    except InvalidInput:
        return
    assert without_remarks(read_line(line_of(case))) == without_remarks(case)


FULL = re.findall(
    r'(?:"[^"]*"|[^\s"])+',
    '#night 2024-06-07 | Ann 20 poison:2 active : ox=Grim 3/3 Artifact -Ogre "Menace" tapped 2x+1/+1 colors:W ; elf 1/1 typeless '
    '{"color_indicator":1} | Bob 18 : x 1/1 | goad elf by:Bob | suspect elf | loses x | gains ox "Flying" | attack ox elf '
    "pay:{2} bands:ox+elf = legal | block none by:Bob = illegal 509.1c | deals | damage ox>Bob:3 | turn Bob",
)
KNOWN = ["none", "typeless", "Legendary", "Land", "sick", "by:Ann", "pay:no", "bands:x+elf", "#other", '"Reach"', "=", "marked:1"]
KNOWN += ['{"types":["Land"]}', '{"controller":"Bob"}', '{"token":true}', "-Elf", "ox", "Ann", "7", "4/4", "on:ox", "hand:1"]


@settings(max_examples=500)
@given(st.sampled_from([*KNOWN, *(each for each in FULL if each not in "|;")]), st.integers(0, len(FULL)))
def test_a_word_more_is_refused_or_says_something(word: str, at: int) -> None:
    try:
        more = data_of(" ".join([*FULL[:at], word, *FULL[at:]]))
    except InvalidInput:
        return
    assert more != data_of(" ".join(FULL))
