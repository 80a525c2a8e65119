"""What a judge types in haste is understood, shown as chips, and asked about where it isn't; nothing is dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from declarant import InvalidInput
from declarant.handlers.budget import Budget
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case
from declarant.tools.serve import table
from declarant.tools.serve import typed as typing
from declarant.tools.serve.editor import Editor, editor_after
from declarant.tools.serve.typed import typed

TYPED: dict[str, tuple[int, dict[str, Any], list[dict[str, Any]]]] = {
    "1/1 goblin": (1, {"subtypes": ["Goblin"]}, []),
    "0/4 wall defender": (1, {"subtypes": ["Wall"], "text": "Defender"}, []),
    "2/2 tapped": (1, {"tapped": True}, []),
    "flying 2/2": (1, {"text": "Flying"}, []),
    "3x 1/1": (3, {}, []),
    "three 1/1 goblins": (3, {"subtypes": ["Goblin"]}, []),
    "1/1 token": (1, {"token": True}, []),
    "2/2 with two +1/+1 counters": (1, {"counters": {"+1/+1": 2}, "stated": False}, []),
    "2/2 can't block": (1, {"text": "Can't block"}, []),
    "2/2 goaded by bob": (1, {}, [{"goad": "c1", "by": "Bob"}]),
    "2/2 goaded": (1, {}, [{"goad": "c1", "by": "Bob"}]),
    "2/2 flying until end of turn": (1, {}, [{"on": "c1", "text": "Flying until end of turn."}]),
    "2/2 +2/+2 until eot": (1, {"stated": False}, [{"controller": "Ann", "text": "[c1] gets +2/+2 until end of turn."}]),
    "2/2 red goblin token with haste and first strike": (
        1,
        {"colors": ["R"], "subtypes": ["Goblin"], "token": True, "text": "Haste and first strike"},
        [],
    ),
    "2/2 soldier, can't block, menace": (1, {"subtypes": ["Soldier"], "text": "Menace\nCan't block"}, []),
    "4/4 protection from red, trample": (1, {"text": "Protection from red, trample"}, []),
    "thirteen 1/1 mice": (13, {"subtypes": ["Mouse"]}, []),
    "2/2 elves with twelve +1/+1 counters": (1, {"subtypes": ["Elf"], "counters": {"+1/+1": 12}, "stated": False}, []),
    "3/3 flyer": (1, {"text": "Flying"}, []),
    "2/2 tramplers x3": (3, {"text": "Trample"}, []),
    "2 2/2s": (2, {}, []),
    "2/2 with flying counter": (1, {"counters": {"flying": 1}, "stated": False}, []),
    "2/2 shield counter, untapped": (1, {"counters": {"shield": 1}, "stated": False}, []),
    "2/2 (flying)": (1, {"text": "Flying"}, []),
    "2/4 with 1 damage": (1, {"marked": 1}, []),
    "2/2 commander": (1, {"designations": ["commander"]}, []),
    "3/3 artifact creature flying": (1, {"types": ["Artifact", "Creature"], "text": "Flying"}, []),
}


@pytest.mark.parametrize(("text", "meant"), TYPED.items())
def test_what_is_typed_counts(text: str, meant: tuple[int, dict[str, Any], list[dict[str, Any]]]) -> None:
    found = typed(text, "Ann", ("Ann", "Bob"))
    assert found is not None
    said = {name: value for name, value in found.fields.items() if name not in ("power", "toughness") and value != ["Creature"]}
    assert (found.number, said, list(found.effects("c1", "Ann"))) == meant


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("2/2 flyng", "did you mean flying"),
        ("2/2 frumious beast", "“frumious”"),
        ("2/2 goaded by Zed", "Bob"),
        ("2/2 instant", "“instant”"),
        ("2/2 no defender", "nothing of what it doesn’t have"),
        ("2/2 attacking", "a declaration of attackers"),
        ("2/2 named Bob", "the name in its field"),
        ("vehicle 3/3 crew 2", "“vehicle crew 2”"),
    ],
)
def test_what_isnt_understood_is_asked_about(text: str, asks: str) -> None:
    with pytest.raises(InvalidInput, match=asks):
        typed(text, "Ann", ("Ann", "Bob"))


@pytest.mark.parametrize("text", ["25x 1/1", "0x 1/1", "0 1/1"])
def test_none_and_too_many_at_once_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="1 to 20"):
        typed(text, "Ann", ("Ann", "Bob"))


def test_long_nonsense_is_refused_and_few_texts_are_read_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for words in ("foo " * 300, "a " * 3000):
        with pytest.raises(InvalidInput, match="at most 400"):
            typed(f"2/2 {words}", "Ann", ("Ann", "Bob"))
    read = [""]
    monkeypatch.setattr(typing, "_is_read", lambda text: bool(read.append(text)))
    with pytest.raises(InvalidInput, match="“foo foo"):
        typed("2/2 " + "foo " * 99, "Ann", ("Ann", "Bob"))
    assert len(read) < 50


def after(case: Case, **form: str) -> Editor:
    return editor_after(case, {name.replace("__", "."): value for name, value in form.items()}, [], Budget())


def test_creatures_of_one_name_are_distinguished_by_letters_in_the_ruling_too() -> None:
    case = after(after(table.empty(), add__Ann="3x 1/1").case, add__Bob="2/2 can't block").case
    shown = after(case, attack__c2="Bob", stage="block", block__c4__c2="1")
    assert [shown.names[each] for each in ("c1", "c2", "c3")] == ["1/1 A", "1/1 B", "1/1 C"]
    assert shown.shown is not None
    assert shown.shown.report.steps[1].sentence.startswith("2/2 Can't block can't block 1/1 B")


def test_chips_say_how_it_is_understood_and_are_taken_away() -> None:
    shown = after(table.empty(), add__Ann="1/1 goblin tapped with a +1/+1 counter goaded by Bob")
    (goblin,) = shown.case.battlefield
    assert shown.put == {"c1"} and shown.size(goblin) == "2/2"
    assert [words for words, _ in shown.chips(goblin)] == ["Goblin", "tapped", "1 +1/+1", "goaded by Bob"]
    case = shown.case
    while chips := after(case).chips(case.battlefield[0]):
        case = after(case, off=chips[0][1]).case
    (plain,) = case.battlefield
    assert (plain.subtypes, plain.tapped, dict(plain.counters), case.effects, plain.name) == ((), False, {}, (), "1/1")


def test_an_error_says_which_creature_and_which_words_and_no_id() -> None:
    case = after(table.empty(), add__Ann="3x 1/1").case
    error = after(case, details="c2", is__text="Frumious", is__size="1/1").error
    assert error is not None and str(error).startswith("1/1 B: text: found 'Frumious'")
    assert not any(id in str(error) for id in ("c2", "battlefield", "character"))


def test_damage_begins_with_what_is_legal_and_states_both_steps_and_totals() -> None:
    case = table.empty()
    for player, text in (("Ann", "4/4 first strike"), ("Ann", "3/3 trample"), ("Bob", "1/4"), ("Bob", "1/1"), ("Bob", "1/1")):
        case = after(case, **{f"add__{player}": text}).case
    shown = after(
        case, attack__c1="Bob", attack__c2="Bob", stage="damage", block__c3__c1="1", block__c4__c2="1", block__c5__c2="1"
    )
    facts = [text.striptags() for _, text, _ in shown.facts]
    assert shown.error is None and shown.lede is not None and shown.lede.verdict == "legal"
    assert facts[:2] == ["4/4 First strike deals 4 to 1/4", "1/4 dies"] and "1/1 A dies" in facts
    assert sum(int(value) for name, value in shown.form.items() if name.startswith("damage.1.c2.")) == 3
    assert shown.totals["Ann"] == 20 and set(shown.totals) == {"Ann", "Bob"}


def test_an_equipment_and_an_aura_are_put_on_by_a_tap_and_the_tile_says_what_that_changes() -> None:
    case = table.empty()
    for player, text in (
        ("Ann", "2/2"),
        ("Ann", "equipment: Equipped creature gets +2/+0 and has trample."),
        ("Bob", "1/1 flying"),
        ("Bob", "enchantment: Enchanted creature loses flying."),
    ):
        case = after(case, **{f"add__{player}": text}).case
    shown = after(case, on__c2="c1", on__c4="c3")
    ox, sword, bird, aura = shown.case.battlefield
    assert [(each.types, each.subtypes) for each in (sword, aura)] == [
        (("Artifact",), ("Equipment",)),
        (("Enchantment",), ("Aura",)),
    ]
    assert (shown.size(ox), shown.state(ox), shown.state(bird)) == ("4/2", ["trample"], ["no flying"])
    assert [tuple(each) for each in (*shown.sources(ox), *shown.sources(bird))] == [
        ("trample", True, "Equipment: Equipped creature gets +2/+0 and has trample."),
        ("flying", False, "Aura: Enchanted creature loses flying."),
    ]
    assert shown.hosts(sword) == ["c1", "c3"]
    off = after(shown.case, on__c2="-", on__c4="c3", remove="c3")
    assert [each.attached_to for each in off.case.battlefield] == [None, None, None]


def test_loyalty_and_defense_are_fields() -> None:
    case = after(after(table.empty(), add__Bob="planeswalker 4").case, add__Ann="battle").case
    shown = after(case, details="c1", is__loyalty="6")
    walker, battle = shown.case.battlefield
    assert (walker.loyalty, shown.state(walker), battle.defense) == (6, ["loyalty 6"], 3)
    assert after(case, details="c2", is__defense="5", is__protector="Bob").case.battlefield[1].protector == "Bob"


def test_a_fact_that_is_a_number_is_asked_for_as_one() -> None:
    text = "This creature's power is equal to your devotion to red."
    shown = after(after(table.empty(), add__Ann=f"1/1 {text}").case, attack__c1="Bob")
    assert shown.asked is not None and shown.asked.number
    said = after(shown.case, attack__c1="Bob", **{f"say__{shown.asked.who}__{shown.asked.fact}": "3"})
    assert said.asked is None and said.error is None and said.size(said.case.battlefield[0]) == "3/1"


def test_under_old_rules_players_respond_once_damage_is_announced() -> None:
    case = table.empty()
    for player, text in (("Ann", "3/3"), ("Bob", "2/2"), ("Bob", "2/2")):
        case = after(case, **{f"add__{player}": text}).case
    form = {"rules": "2005-03-01", "attack__c1": "Bob", "stage": "damage", "block__c2__c1": "1", "block__c3__c1": "1"}
    shown = after(case, **form)
    assert shown.choices.responding == [["c1", "c2", "c3"]] and shown.error is None
    shown = after(case, **form, damage__0__c1__c3="3", departs__0__c2="1", gets__0__c3="+0/+2")
    facts = [text.striptags() for _, text, _ in shown.facts]
    assert "3/3 deals 3 to 2/2 B; 2/2 A deals 2 to 3/3; 2/2 B deals 2 to 3/3" in facts and "3/3 dies" in facts
    assert "2/2 B dies" not in facts and shown.totals == {"Ann": 20, "Bob": 20}
    again, whole = table.form_of(shown.case)
    assert whole and {name: shown.form[name] for name in again} == again
    assert after(case, **{**form, "rules": "2026-01-16"}).choices.responding == [[]]


def test_effects_are_added_to_what_lies_on_the_table_and_taken_away() -> None:
    case = after(after(table.empty(), add__Ann="2/2").case, add__Bob="3/3").case
    shown = after(case, details="c1", is__until="+2/+2 and menace", is__goaded="Bob")
    shown = after(shown.case, details="c2", is__until="loses all abilities")
    ox, bear = shown.case.battlefield
    assert (shown.size(ox), shown.state(ox)) == (
        "4/4",
        ["gets +2/+2 and gains menace until end of turn", "goaded by Bob", "menace"],
    )
    assert [tuple(each) for each in shown.sources(ox)] == [("menace", True, "gets +2/+2 and gains menace until end of turn.")]
    assert after(shown.case, details="c1", is__goaded="Bob").case.effects == shown.case.effects  # 701.15d
    assert [words for words, _ in shown.lasting(bear)] == ["loses all abilities until end of turn"]
    off = after(shown.case, details="c1", off=shown.lasting(ox)[0][1])
    assert off.size(off.case.battlefield[0]) == "2/2" and len(off.case.effects) == 2


@pytest.mark.parametrize(
    "steps",
    [
        [{"assign": {"c2": {"c1": 2}}}, {"assign": {"c1": {"c2": 2}}}, {"assign": {"c2": {"c1": 2}}}, {"deals": True}],
        [
            *[{"assign": {"c1": {"c2": 2}}}, {"assign": {"c2": {"c1": 2}}}],
            *[{"effect": {"controller": "Ann", "text": "[c2] gets +2/+2 until end of turn."}}, {"deals": True}],
        ],
        [{"assign": {"c1": {"c2": 2}}}, {"assign": {"c2": {"c1": 2}}}, {"enters": {"id": "c3", "controller": "Ann"}}],
    ],
)
def test_what_the_table_cant_say_between_announcing_and_dealing_is_reported(steps: list[dict[str, Any]]) -> None:
    case = after(after(table.empty(), add__Ann="2/2", rules="2005-03-01").case, add__Bob="2/2").case
    written = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
    written["steps"] = [{"attack": {"c1": "Bob"}}, {"block": {"c2": ["c1"]}}, *steps]
    assert not table.form_of(read_case(written, ""))[1]


@pytest.mark.parametrize("form", [{"on__c1": "c1"}, {"on__c1": "nobody"}, {"details": "c1", "is__loyalty": "many"}])
def test_what_cant_be_is_refused_in_a_sentence(form: dict[str, str]) -> None:
    error = after(after(table.empty(), add__Ann="equipment").case, **form).error
    assert error is not None and "battlefield[" not in str(error) and "c1" not in str(error)


def test_where_no_cards_are_loaded_it_is_said_what_else_may_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(InvalidInput, match="no cards are loaded") as refused:
        table.put("Grim Ox", "Ann", ())
    assert "2/2 flying" in refused.value.allowed and "declarant" not in refused.value.allowed
