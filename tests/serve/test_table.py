"""The table: what a judge types and taps becomes a case."""

from __future__ import annotations

from typing import Any

import pytest
from declarant import InvalidInput
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case
from declarant.tools.serve import table
from declarant.tools.serve.editor import Editor
from page.browsing import case_of

TOLL = (
    "enchantment: Creatures can't attack you unless their controller pays {2} for each creature they control "
    "that's attacking you."
)


def laid(*cards: tuple[str, str], **fields: str) -> Case:
    """A table on which cards were put one after the other."""
    case = table.empty()
    for player, text in cards:
        case = table.edited(case, {f"add.{player}": text, **fields}).case
    return case


def edited(case: Case, **form: str) -> Case:
    return table.edited(case, {"stage": "attack", **{key.replace("__", "."): value for key, value in form.items()}}).case


def steps(case: Case) -> list[dict[str, Any]]:
    return [step.model_dump(mode="json", by_alias=True, exclude_unset=True) for step in case.steps]


def verdicts(case: Case) -> list[str | None]:
    return [step.verdict for step in judge(case).steps]


@pytest.mark.usefixtures("address")
def test_a_wrong_letter_is_forgiven_and_reported() -> None:
    found = table.edited(table.empty(), {"add.Ann": "quarry brutte"})
    assert found.case.battlefield[0].name == "Quarry Brute"
    assert found.notes == ("“quarry brutte” is taken as Quarry Brute.",)


@pytest.mark.usefixtures("address")
def test_what_may_be_several_cards_is_asked() -> None:
    with pytest.raises(InvalidInput, match="Grim Oxen or Grim Ozen"):
        table.edited(table.empty(), {"add.Ann": "grim oyen"})


def test_a_size_or_a_kind_and_words_make_a_card() -> None:
    flier, toll, walker = laid(("Ann", "2/2 flying"), ("Bob", TOLL), ("Bob", "planeswalker 4")).battlefield
    assert (flier.name, flier.power, flier.text) == ("2/2 Flying", 2, "Flying")
    assert toll.types == ("Enchantment",) and toll.text and toll.text.startswith("Creatures can't attack you")
    assert (walker.types, walker.loyalty) == (("Planeswalker",), 4)


def test_who_attacks_is_ruled_on_and_then_who_blocks() -> None:
    case = laid(("Ann", "4/3 menace"), ("Bob", "1/1"), ("Bob", "1/4"))
    assert steps(edited(case, attack__c1="Bob")) == [{"attack": {"c1": "Bob"}}]
    blocked = edited(case, attack__c1="Bob", stage="block", block__c2__c1="1")
    assert steps(blocked)[1:] == [{"block": {"c2": ["c1"]}}] and verdicts(blocked) == ["legal", "illegal"]


def test_no_blocks_are_asked_for_where_the_attack_isnt_legal() -> None:
    case = laid(("Ann", "4/3 defender"), ("Bob", "1/1"))
    assert verdicts(edited(case, attack__c1="Bob", stage="damage")) == ["illegal"]


def test_bands_and_costs_as_it_attacks_are_declared() -> None:
    case = laid(
        ("Ann", "1/1 banding"), ("Ann", "3/3"), ("Ann", "2/2 You may exert this creature as it attacks."), ("Ann", "2/1 Enlist")
    )
    found = table.choices(case)
    assert found.bands and found.costs == {"c3": ["exert"], "c4": ["enlist"]}
    declared = edited(
        case, attack__c1="Bob", attack__c2="Bob", attack__c4="Bob", attack__c3="Bob", band__c1="1", band__c2="1", exerts__c3="1"
    )
    assert steps(declared)[0]["bands"] == [["c1", "c2"]] and steps(declared)[0]["optional_costs"] == {"c3": ["exert"]}
    assert verdicts(declared) == ["legal"]
    assert steps(edited(case, attack__c4="Bob", enlists__c4="c2"))[0]["optional_costs"] == {"c4": [{"enlist": "c2"}]}


def test_costs_are_paid_as_the_form_says() -> None:
    case = laid(("Ann", "2/2"), ("Bob", TOLL))
    assert verdicts(edited(case, attack__c1="Bob")) == ["legal"]
    assert verdicts(edited(case, attack__c1="Bob", mana__Ann="1")) == ["illegal"]
    assert verdicts(edited(case, attack__c1="Bob", mana__Ann="{1}{W}")) == ["legal"]
    assert verdicts(edited(case, attack__c1="Bob", pay__attack="nothing")) == ["illegal"]
    assert verdicts(edited(case, attack__c1="Bob", pay__attack="exactly", offer__attack="1")) == ["illegal"]
    assert verdicts(edited(case, attack__c1="Bob", pay__attack="exactly", offer__attack="2")) == ["legal"]


def test_damage_is_assigned_in_each_step_where_there_is_a_choice() -> None:
    case = laid(("Ann", "4/4 double strike"), ("Bob", "1/5"), ("Bob", "1/5"))
    form = {"attack__c1": "Bob", "stage": "damage", "block__c2__c1": "1", "block__c3__c1": "1"}
    asked = edited(case, **form)
    assert verdicts(asked) == ["legal"] * 4  # it begins with what is legal
    assert [[each.creature for each in step] for step in table.choices(asked).damage] == [["c1"], ["c1"]]
    dealt = edited(case, **form, damage__0__c1__c2="4", damage__1__c1__c2="1", damage__1__c1__c3="3")
    assert steps(dealt)[2:] == [{"damage": {"c1": {"c2": 4}}}, {"damage": {"c1": {"c2": 1, "c3": 3}}}]
    assert verdicts(dealt) == ["legal"] * 4
    assert [[each.creature for each in step] for step in table.choices(dealt).damage] == [["c1"], ["c1"]]


def test_damage_is_ordered_in_the_editions_that_order_it() -> None:
    case = laid(("Ann", "4/4"), ("Bob", "1/2"), ("Bob", "1/2"), rules="2012-05-01")
    form = {
        "attack__c1": "Bob",
        "stage": "damage",
        "block__c2__c1": "1",
        "block__c3__c1": "1",
        "order__c1__c2": "2",
        "order__c1__c3": "1",
    }
    found = edited(case, **form, damage__0__c1__c2="3", damage__0__c1__c3="1")
    assert steps(found)[2]["order"]["c1"] == ["c3", "c2"] and table.choices(found).orders == {"c1": ("c2", "c3")}
    assert verdicts(found)[3] == "illegal"


def test_players_are_called_and_numbered_as_one_likes() -> None:
    case = laid(("Ann", "2/2"), ("Bob", "1/1"))
    named = edited(case, attack__c1="Bob", name__Bob="Zoë", name__Ann="Bob", life__Ann="7")
    assert named.players == ("Bob", "Zoë") and steps(named) == [{"attack": {"c1": "Zoë"}}]
    assert named.life == {"Bob": 7, "Zoë": 20} and [each.controller for each in named.battlefield] == ["Bob", "Zoë"]
    three = edited(case, more="1")
    assert three.players == ("Ann", "Bob", "Cat") and edited(three, leaves="Bob").players == ("Ann", "Cat")
    three = table.edited(three, {"add.Cat": "1/1"}).case
    found = edited(three, attack__c1="Cat", stage="block", block__c3__c1="1")
    assert steps(found)[1] == {"block": {"c3": ["c1"]}, "by": "Cat"} and verdicts(found) == ["legal", "legal"]
    with pytest.raises(InvalidInput, match="players"):
        edited(case, name__Ann="Bob")


def test_another_player_attacks() -> None:
    case = edited(laid(("Ann", "2/2"), ("Bob", "1/1")), active="Bob")
    assert verdicts(edited(case, attack__c2="Ann")) == ["legal"]


def test_what_would_be_legal_is_taken_over() -> None:
    case = laid(("Ann", "4/3 menace"), ("Bob", "1/1"), ("Bob", "1/4"))
    form = {"attack.c1": "Bob", "stage": "block", "block.c2.c1": "1"}
    taken = table.with_declaration(table.edited(case, form).case, form, 1, {"c2": ("c1",), "c3": ("c1",)})
    assert verdicts(table.edited(case, taken).case) == ["legal", "legal"]


@pytest.mark.parametrize("field", ["life.Ann", "damage.0.c1.c2", "order.c1.c2"])
def test_what_is_no_number_is_reported(field: str) -> None:
    case = laid(("Ann", "4/4"), ("Bob", "1/2"), ("Bob", "1/2"), rules="2012-05-01")
    form = {"attack.c1": "Bob", "stage": "damage", "block.c2.c1": "1", "block.c3.c1": "1", field: "many"}
    with pytest.raises(InvalidInput, match="a whole number"):
        table.edited(case, form)


def test_a_case_is_opened_as_its_first_combat() -> None:
    form, whole = table.form_of(case_of())
    assert form == {"stage": "block", "attack.brute": "Bob", "block.squire.brute": "1"} and not whole
    case = laid(("Ann", "4/4"), ("Bob", "1/2"), ("Bob", "1/2"), rules="2012-05-01")
    fields = {
        "attack.c1": "Bob",
        "stage": "damage",
        "block.c2.c1": "1",
        "block.c3.c1": "1",
        "order.c1.c2": "1",
        "order.c1.c3": "2",
    }
    fields |= {"damage.0.c1.c2": "2", "damage.0.c1.c3": "2"}
    assert table.form_of(table.edited(case, fields).case) == (fields, True)


def test_the_table_begins_with_the_life_of_the_variant() -> None:
    giant = {"players": ["Ann", "Bob", "Cat", "Dan"], "teams": [["Ann", "Bob"], ["Cat", "Dan"]], "variant": "two-headed giant"}
    case = read_case({"id": "giant", "battlefield": [], "steps": [], **giant}, "")
    assert set(table.edited(case, table.form_of(case)[0]).case.life.values()) == {30}


def test_a_team_attacks_and_blocks_together_at_the_table() -> None:
    giant = {"players": ["Ann", "Bob", "Cat", "Dan"], "teams": [["Ann", "Bob"], ["Cat", "Dan"]], "variant": "two-headed giant"}
    case = read_case({"id": "giant", "battlefield": [], "steps": [], "active": "Bob", **giant}, "")
    for player, text in (("Ann", "3/3 menace"), ("Bob", "2/2"), ("Cat", "1/1"), ("Dan", "1/1")):
        case = table.edited(case, {f"add.{player}": text}).case
    form = {"attack.c1": "Dan", "attack.c2": "Cat", "stage": "block", "block.c3.c1": "1", "block.c4.c1": "1", "life.Cat": "12"}
    found = table.edited(case, form).case
    assert steps(found) == [{"attack": {"c1": "Dan", "c2": "Cat"}}, {"block": {"c3": ["c1"], "c4": ["c1"]}, "by": "Cat"}]
    assert verdicts(found) == ["legal", "legal"] and found.life["Dan"] == 12
    taken = table.with_declaration(found, form, 1, {"c4": ("c2",)})
    assert {name for name in taken if name.startswith("block.")} == {"block.c4.c2"}
    shown = Editor(found, table.form_of(found)[0], [])
    assert (shown.attacking, shown.others_first, shown.targets) == (("Ann", "Bob"), ["Cat", "Dan"], ["Cat", "Dan"])
    assert ([each.id for each in shown.attackers], shown.lives) == (["c1", "c2"], {"Ann", "Cat"})
    renamed = table.edited(found, {**form, "name.Bob": "Zoë"}).case
    assert renamed.teams == (("Ann", "Zoë"), ("Cat", "Dan"))


def test_a_teammate_who_doesnt_take_the_turn_is_neither_attacked_nor_attacks_at_the_table() -> None:
    case = read_case(
        {"id": "t", "players": ["Ann", "Bob", "Cat"], "teams": [["Ann", "Cat"], ["Bob"]], "battlefield": [], "steps": []}, ""
    )
    shown = Editor(case, {}, [])
    assert (shown.attacking, shown.others_first, shown.targets) == (("Ann",), ["Bob", "Cat"], ["Bob"])
