"""What is read in one place is read alike in every place: the phrases are drawn from the grammar itself."""

from collections.abc import Iterator

import pytest
from declarant.events.abilities import Ability, Quantity
from declarant.events.model import Model, parts_of
from declarant.tools.oracle import quantities, read_permanent
from declarant.tools.oracle.cursor import Cursor
from declarant.tools.oracle.grammar import Grammar, leaves
from declarant.tools.oracle.tokens import tokenize


def read(text: str) -> tuple[Ability, ...]:
    return read_permanent(text, types=("Creature",), derived=True)


def holds(abilities: tuple[Ability, ...], value: Model) -> bool:
    return any(part == value for each in abilities for part in parts_of(each))


# --- quantities --------------------------------------------------------------------------------------------------------

OF_WHAT_IS_DONE = {
    "turned_up": "cards that were turned up as the ability resolves",
    "their": "the player who does something",
    "this_way": "what was done just before",
    "done": "what was moved just before",
    "of_card": "a card that was turned up or exiled",
    "blocked_by_it": "what set the ability off",
    "that_damage": "the damage that set the ability off",
    "result": "what was done just before",
    "their_total_power": "those that set the ability off",
    "those": "those that were named before",
}
"""Rules that only what an ability does gives a meaning, and what they speak of."""

SAMPLES = {
    "permanents": "artifacts you control",
    "permanent": "~",
    "counter": "+1/+1 counters",
    "characteristic": "power",
    "extreme": "greatest",
    "controller": "you control",
    "simple": "the number of artifacts you control",
    "counted": "artifacts you control",
    "cards": "creature cards in your graveyard",
    "of_permanent": "~'s power",
    "difference": "~'s power and toughness",
    "happened": "cards you've drawn this turn",
    "more": "2",
}
EACH = SAMPLES | {
    "counter": "+1/+1 counter",
    "happened": "card you've drawn this turn",
    "cards": "creature card in your graveyard",
}
EACH |= {"counted": "artifact you control"}

PLACES = {
    "restriction": "~ can't be blocked by creatures with power less than or equal to {}.",
    "requirement": "All creatures with power greater than {} attack each combat if able.",
    "cost to attack": "Creatures can't attack you unless their controller pays {{X}}, where X is {}.",
    "cost to be blocked": "~ can't be blocked unless defending player pays {{X}}, where X is {}.",
    "unless": "~ can't attack unless {} is 3 or greater.",
    "compared with another": "~ can't block unless {} is greater than your life total.",
    "as long as": "As long as {} is 3 or greater, ~ has flying.",
    "size": "Artifact creatures you control get +X/+X, where X is {}.",
    "trigger's if": "Whenever ~ attacks, if {} is 3 or greater, draw a card.",
    "if, as it resolves": "Whenever ~ attacks, draw a card. If {} is 3 or greater, you gain 2 life.",
    "if, after it": "Whenever ~ attacks, draw a card if {} is 3 or greater.",
    "where X is": "Whenever ~ attacks, target creature gets +X/+X until end of turn, where X is {}.",
    "equal to": "Whenever ~ attacks, you gain life equal to {}.",
    "damage": "Whenever ~ attacks, it deals damage equal to {} to target player.",
    "target": "Whenever ~ attacks, destroy target creature with toughness less than or equal to {}.",
}
FOR_EACH = {
    "cost to block": "~ can't block unless you pay {{1}} for each {}.",
    "permission": "~ can block an additional creature each combat for each {}.",
    "size": "Artifact creatures you control get +1/+1 for each {}.",
    "life": "Whenever ~ attacks, you gain 1 life for each {}.",
    "size, for a turn": "Whenever ~ attacks, target creature gets +1/+1 until end of turn for each {}.",
    "tokens": "Whenever ~ attacks, create a 1/1 white Soldier creature token for each {}.",
}


def phrases(grammar: Grammar[Quantity], samples: dict[str, str], alternative: int) -> Iterator[str]:
    for each in grammar.phrases:
        if OF_WHAT_IS_DONE.keys().isdisjoint(each.rules):
            yield each.said(samples, alternative)


QUANTITIES = [
    *phrases(quantities.QUANTITY, SAMPLES, 0),
    *phrases(quantities.SIMPLE, SAMPLES, 0),
    *(f"the number of {each}" for each in phrases(quantities.COUNTED, SAMPLES, 0)),
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("said", dict.fromkeys(QUANTITIES))
def test_a_quantity_is_read_alike_in_every_place(said: str, place: str) -> None:
    meant = quantities.quantity(Cursor(tokenize(said)))
    assert isinstance(meant, Model)
    assert holds(read(PLACES[place].format(said)), meant), place


@pytest.mark.parametrize("place", FOR_EACH)
@pytest.mark.parametrize("said", dict.fromkeys(phrases(quantities.COUNTED, EACH, 1)))
def test_what_is_counted_is_read_alike_after_every_for_each(said: str, place: str) -> None:
    meant = quantities.for_each(Cursor(tokenize(said)))
    assert isinstance(meant, Model)
    assert holds(read(FOR_EACH[place].format(said)), meant), place


@pytest.mark.parametrize("said", dict.fromkeys(QUANTITIES))
def test_each_word_of_a_quantity_is_read_by_one_phrase(said: str) -> None:
    c = Cursor(tokenize(said))
    meant = quantities.quantity(c)
    (derivation,) = c.derivations
    assert (derivation.start, derivation.end, derivation.value) == (0, len(c.tokens), meant)
    read_by = [at for _, start, end in leaves(derivation) for at in range(start, end)]
    assert read_by == list(range(len(c.tokens)))
