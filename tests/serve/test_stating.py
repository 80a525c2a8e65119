"""What a judge states on the table: the state of a permanent, designations and facts, and with what a cost is paid."""

from __future__ import annotations

from typing import Any

import pytest
from declarant import InvalidInput
from declarant.handlers.budget import Budget
from declarant.tools.cases.models import Case
from declarant.tools.page.render import page
from declarant.tools.serve import stating, table
from declarant.tools.serve.editor import editor_after
from hypothesis import given, settings
from hypothesis import strategies as st
from serve.test_table import edited, laid, steps, verdicts

CAST = "This creature can't attack unless you've cast a noncreature spell this turn."
MONARCH = "This creature can't attack unless you're the monarch."
BLESSED = "This creature can't attack unless you have the city's blessing."


def asked(case: Case, **form: str) -> Any:
    """What has to be said first, with the table after what the form says."""
    context = editor_after(
        case, {"stage": "attack", **{key.replace("__", "."): value for key, value in form.items()}}, [], Budget()
    )
    return context.asked, context


def test_the_details_of_a_permanent_are_changed() -> None:
    case = laid(("Ann", "2/2 flying"), ("Bob", "1/1"))
    form = {
        "details": "c1",
        "is.line": "Legendary Artifact Enchantment - Equipment Aura",
        "is.size": "3/-1",
        "is.colors": "gw",
        "is.text": "Flying\r\nMenace",
        "is.counters": "2 +1/+1, shield, oil x 3",
        "is.marked": "1",
        "is.tapped": "1",
        "is.summoning_sick": "1",
        "is.token": "1",
        "on.c1": "c2",
    }
    found = table.edited(case, form).case.battlefield[0]
    assert (found.supertypes, found.types, found.subtypes) == (("Legendary",), ("Artifact", "Enchantment"), ("Equipment", "Aura"))
    assert (found.power, found.toughness, found.colors, found.text) == (3, -1, ("W", "G"), "Flying\nMenace")
    assert found.counters == {"+1/+1": 2, "shield": 1, "oil": 3} and found.marked == 1
    assert found.tapped and found.summoning_sick and found.token and found.attached_to == "c2"
    assert stating.state_of(found) == ["tapped", "came this turn", "2 +1/+1", "1 shield", "3 oil", "1 damage"]
    again = table.edited(table.edited(case, form).case, {"details": "c1", "is.line": "Artifact"}).case.battlefield[0]
    assert not (again.tapped or again.summoning_sick or again.token or again.counters or again.text)


def test_a_tapped_creature_cant_attack() -> None:
    case = table.edited(laid(("Ann", "2/2"), ("Bob", "1/1")), {"details": "c1", "is.tapped": "1"}).case
    assert verdicts(edited(case, attack__c1="Bob")) == ["illegal"]


@pytest.mark.parametrize(("field", "value"), [("is.size", "big"), ("is.marked", "some"), ("is.counters", "1 [x]")])
def test_details_that_cant_be_are_reported(field: str, value: str) -> None:
    with pytest.raises(InvalidInput):
        table.edited(laid(("Ann", "2/2")), {"details": "c1", field: value})


def test_what_no_card_states_is_asked_for_and_then_ruled_on() -> None:
    case = laid(("Ann", f"2/2 {CAST}"), ("Bob", "1/1"))
    question, context = asked(case, attack__c1="Bob")
    assert question is not None and question[:2] == ("Ann", "you've cast a noncreature spell this turn") and context.error is None
    for answer, verdict in (("yes", "legal"), ("no", "illegal")):
        stated = edited(context.case, attack__c1="Bob", **{f"say.Ann.{question[1]}": answer})
        assert verdicts(stated) == [verdict]


def test_what_is_said_goes_into_the_link_and_comes_back() -> None:
    case = edited(laid(("Ann", f"2/2 {CAST}"), ("Ann", f"2/2 {MONARCH}")), **{"say.Ann.monarch": "yes", "say-who": "Ann"})
    case = edited(case, **{"say.Ann.monarch": "yes", "say-who": "Ann", "say-fact": "You’ve cast a noncreature spell this turn"})
    form, _ = table.form_of(case)
    assert form == {"say.Ann.monarch": "yes", "say.Ann.you've cast a noncreature spell this turn": "yes", "stage": "attack"}


def test_one_designation_isnt_taken_for_an_answer_about_another() -> None:
    case = laid(("Ann", f"2/2 {MONARCH}"), ("Ann", f"2/2 {BLESSED}"), ("Bob", "1/1"))
    question, context = asked(case, attack__c1="Bob", say__Ann__monarch="yes")
    assert question is not None and question[:2] == ("Ann", "city's blessing") and not context.case.designations
    said = {"say.Ann.monarch": "yes", "say.Ann.city's blessing": "no"}
    assert verdicts(edited(case, attack__c1="Bob", **said)) == ["legal"]
    assert verdicts(edited(case, attack__c2="Bob", **said)) == ["illegal"]


def test_what_has_to_be_said_of_blockers_is_asked_for_then() -> None:
    case = laid(("Ann", "2/2"), ("Bob", "2/2 This creature can't block unless you're the monarch."))
    form = {"attack.c1": "Bob", "stage": "block", "block.c2.c1": "1"}
    question, context = asked(case, **form)
    assert question is not None and question[:2] == ("Bob", "monarch") and len(context.case.steps) == 2
    assert verdicts(edited(case, **form, **{"say.Bob.monarch": "yes"})) == ["legal", "legal"]


def test_what_was_said_goes_with_the_text_that_asked_and_follows_a_players_name() -> None:
    case = laid(("Ann", f"2/2 {CAST}"), ("Bob", "1/1"))
    said = {"say.Ann.you've cast a noncreature spell this turn": "yes"}
    named = edited(case, attack__c1="Bob", name__Ann="Zoë", **said)
    assert verdicts(named) == ["legal"] and "Zoë" in named.facts
    assert edited(edited(case, **said), remove="c1", **said).facts == {}


def test_a_cost_is_paid_with_the_permanents_that_are_named() -> None:
    case = laid(("Ann", "5/5 This creature can't attack unless you sacrifice a creature."), ("Ann", "1/1"), ("Bob", "1/1"))
    form = {"attack.c1": "Bob", "pay.attack": "exactly", "offer.attack.sacrifice.c2": "1"}
    found = edited(case, **form)
    assert steps(found)[0]["pay"] == {"sacrifice": ["c2"]} and verdicts(found) == ["legal"]
    assert table.form_of(found)[0].items() >= {"pay.attack": "exactly", "offer.attack.sacrifice.c2": "1"}.items()
    _, context = asked(case, **form)
    assert context.cost[0].striptags() == "to sacrifice 5/5 or 1/1 A" and [kind for kind, _ in context.payable] == ["sacrifice"]


def test_mana_life_and_cards_are_offered_together() -> None:
    case = laid(("Ann", "1/1"), ("Bob", "1/1"))
    found = edited(case, attack__c1="Bob", pay__attack="exactly", offer__attack="2w, 3 life and discard 1 card")
    assert steps(found)[0]["pay"] == {"mana": "{2}{W}", "life": 3, "discard": 1}
    assert table.form_of(found)[0]["offer.attack"] == "{2}{W}, 3 life, discard 1"


def test_cards_in_hands_and_poison_are_counted() -> None:
    case = edited(laid(("Ann", "1/1")), hand__Ann="3", graveyard__Bob="2", poison__Bob="9")
    assert (case.hand, case.graveyard, case.poison) == ({"Ann": 3}, {"Bob": 2}, {"Bob": 9})


FIELDS = (
    *("stage", "take", "open", "details", "remove", "more", "leaves", "active", "rules", "life.Ann", "mana.Bob", "name.Ann"),
    *("hand.Ann", "say-who", "say-fact", "say-number", "say.Ann.monarch", "say.c1.level 2", "say.Ann.", "is.line", "is.size"),
    *("is.colors", "is.text", "is.counters", "is.marked", "is.on", "pay.attack", "offer.attack", "offer.attack.sacrifice.c1"),
    *("attack.c1", "attack.c2", "block.c3.c1", "damage.0.c1.c3", "order.c1.c3", "band.c1", "exerts.c1", "enlists.c1"),
)
ANSWERS = (
    *(
        "1",
        "yes",
        "no",
        "Ann",
        "Bob",
        "c1",
        "c2",
        "-5",
        "99999999",
        "é",
        "\u202e",
        "{2}{W}",
        "2 life",
        "3/3",
        "[x]",
        "2 +1/+1, shield",
    ),
    *(
        "exactly",
        "nothing",
        "block",
        "damage",
        "instead",
        "2010-01-01",
        "9999-99-99",
        "Creature — Goblin",
        "Wizard",
        " ",
        "x" * 300,
    ),
)


@given(st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(ANSWERS), max_size=12))
@settings(max_examples=40, deadline=None)
def test_whatever_a_form_says_the_table_is_shown(form: dict[str, str]) -> None:
    case = laid(("Ann", "4/4 You may exert this creature as it attacks."), ("Ann", f"2/2 {MONARCH}"), ("Bob", "1/1"))
    context = editor_after(case, form, [], Budget(2_000))
    assert 'id="table"' in page("editor.jinja", "table", context, script="", data=None)
    assert (context.shown is None) == (context.error is not None or context.asked is not None or not context.case.steps)
