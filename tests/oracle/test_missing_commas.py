"""A trigger without its comma says the same, is declined, or stands for whatever may happen; it is never something else."""

from itertools import product

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle.commas import with_comma
from declarant.tools.oracle.not_modelled import not_modelled
from declarant.tools.oracle.permanents import read_permanent

CONDITIONS = (
    "Whenever this creature attacks",
    "Whenever this attacks",
    "when it attacks",
    "Whenever this creature attacks alone",
    "Whenever this creature attacks a player",
    "Whenever this creature blocks or becomes blocked",
    "Whenever this creature becomes blocked by a Goblin",
    "Whenever a creature you control attacks",
    "Whenever one or more creatures you control attack",
    "Whenever you attack",
    "Whenever you attack with two or more creatures",
    "Whenever this creature deals combat damage to a player",
    "Whenever this creature deals combat damage to you",
    "Whenever this creature is dealt damage",
    "When this creature dies",
    "Whenever another creature dies",
    "Whenever a creature an opponent controls dies",
    "Whenever you gain life",
    "Whenever you gain or lose life",
    "Whenever a player draws a card",
    "Whenever you sacrifice a creature",
    "Whenever this creature becomes tapped",
    "When this creature enters",
    "Whenever you cast a spell",
    "Whenever a +1/+1 counter is put on a creature",
    "When this creature is killed",
    "Whenever this creature frobnicates",
    "At the beginning of your upkeep",
    "At the beginning of combat on your turn",
    "At end of combat",
    "At the end of your turn",
    "Landfall — Whenever a land enters",
)
EFFECTS = (
    "draw a card.",
    "you draw a card.",
    "you may draw a card.",
    "you gain 1 life.",
    "gain 1 life",
    "it gets +1/+1 until end of turn.",
    "it deals 1 damage to any target",
    "this creature gets +1/+1 until end of turn.",
    "put a +1/+1 counter on it.",
    "put a +1/+1 counter on target creature.",
    "target creature can't block this turn.",
    "tap target creature defending player controls.",
    "each opponent loses 1 life.",
    "that player discards a card.",
    "creatures you control get +1/+0 until end of turn.",
    "other attacking creatures get +1/+0 until end of turn.",
    "create a 1/1 white Soldier creature token.",
    "sacrifice it.",
    "destroy target creature. It can't be regenerated.",
    "scry 1.",
    "exile up to one target creature.",
)


def abilities(text: str) -> list[a.Ability] | None:
    """Without their texts; None where the words are declined."""
    try:
        found = [*read_permanent(text, types=["Creature"]), *not_modelled(text, "", ["Creature"], "derived")]
    except WordingNotUnderstood:
        return None
    return sorted((each.model_copy(update={"text": ""}) for each in found), key=repr)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_without_its_comma_a_trigger_is_the_same_declined_or_waits_for_anything(condition: str) -> None:
    for effect in EFFECTS:
        meant, typed = f"{condition}, {effect}", f"{condition} {effect}"
        assert with_comma(meant) == meant
        assert with_comma(typed) in (meant, typed)
        said, read = abilities(meant), abilities(typed)
        assert (
            read is None
            or read == said
            or any(isinstance(each, a.NotModelledAbility) and not each.on and not each.types for each in read)
        ), typed


def test_most_commas_are_put_where_they_belong() -> None:
    every = [(f"{condition}, {effect}", f"{condition} {effect}") for condition, effect in product(CONDITIONS, EFFECTS)]
    assert sum(with_comma(typed) == meant for meant, typed in every) > 0.9 * len(every)


@pytest.mark.parametrize(
    "typed",
    [
        "Whenever a creature attacks you draw a card",
        "Whenever a creature an opponent controls attacks you gain 2 life",
        "Whenever one or more creatures attack you put a +1/+1 counter on this creature",
    ],
)
def test_whether_you_are_attacked_or_do_something_isnt_guessed(typed: str) -> None:
    assert abilities(typed) is None


def test_what_doesnt_attack_its_controller_is_clear() -> None:
    for who in ("this creature", "a Goblin you control"):
        assert with_comma(f"Whenever {who} attacks you draw a card") == f"Whenever {who} attacks, you draw a card"


@pytest.mark.parametrize(
    "printed",
    [
        "Whenever two or more players draw a card, draw a card.",
        "Whenever you draw your second card each turn, tap target creature.",
        "Whenever this creature deals combat damage to a player, that player sacrifices a creature, then draws a card.",
        "Draw a card whenever this creature attacks.",
        "This creature attacks each combat if able.",
    ],
)
def test_what_has_its_comma_or_none_is_left_as_it_is(printed: str) -> None:
    assert with_comma(printed) == printed


def test_the_place_and_the_words_of_what_is_declined_are_those_that_were_typed() -> None:
    typed = "Whenever this creature attacks and frobnicates draw a card"
    with pytest.raises(WordingNotUnderstood) as declined:
        read_permanent(typed, types=["Creature"])
    found = str(declined.value.found).strip("'\"")
    assert found in typed
