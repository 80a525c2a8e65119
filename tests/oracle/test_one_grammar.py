"""What is read in one place is read alike in every place: the phrases are drawn from the grammar itself."""

from collections.abc import Iterator

import pytest
from declarant.events.abilities import Ability, AllOf, Filter, Quantity
from declarant.events.model import Model, parts_of
from declarant.tools.oracle import descriptors, filters, quantities, read_permanent
from declarant.tools.oracle.cursor import Cursor
from declarant.tools.oracle.grammar import Grammar, leaves
from declarant.tools.oracle.tokens import tokenize


def read(text: str) -> tuple[Ability, ...]:
    """Read on a creature; what is said of power and toughness is read where these aren't stated."""
    return read_permanent(text, types=("Creature",), derived=" get +" in text)


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


# --- filters -----------------------------------------------------------------------------------------------------------

NOT_ON_THE_BOARD = {"unstated": "kept in the card's words, which what an ability does never is", "theirs": "players named before"}
"""Rules of what follows a noun that not every place gives a meaning, and why."""
FOLLOWING = {
    "permanent": "~",
    "reference": "~",
    "permanents": "Elf",
    "auras": "Auras you control",
    "players": "an opponent",
    "controller": "you control",
    "attacked": "you",
    "characteristic": "powers",
    "quality": "power 3 or less",
    "keyword": "flying",
    "state": "tapped",
    "adjective": "green",
    "name": "Grim Ox",
    "base_size": "2/2",
    "said": "that attacked this turn",
    "blocking": "blocking",
}
AFTER_A_NOUN = [each for each in filters.AFTER_NOUN.phrases if NOT_ON_THE_BOARD.keys().isdisjoint(each.rules)]
OF_SEVERAL = {
    "subject": "Goblins {} can't block.",
    "object": "~ can't be blocked by Goblins {}.",
    "only by": "~ can't be blocked except by Goblins {}.",
    "requirement": "All Goblins {} attack each combat if able.",
    "counted in a condition": "~ can't attack unless the number of Goblins {} is 3 or greater.",
    "condition": "~ can't block as long as you control two or more Goblins {}.",
    "trigger's if": "Whenever ~ attacks, if you control two or more Goblins {}, draw a card.",
    "group": "Whenever ~ attacks, Goblins {} get +1/+1 until end of turn.",
    "all": "Whenever ~ attacks, destroy all Goblins {}.",
    "number": "Whenever ~ attacks, you gain life equal to the number of Goblins {}.",
}
OF_ONE = {
    "cost": "~ can't attack unless you sacrifice a Goblin {}.",
    "condition": "~ can't block as long as you control a Goblin {}.",
    "unless": "~ can't attack unless you control a Goblin {}.",
    "for each": "Whenever ~ attacks, you gain 1 life for each Goblin {}.",
    "target": "Whenever ~ attacks, destroy target Goblin {}.",
    "choice": "Whenever ~ attacks, sacrifice a Goblin {}.",
    "if, as it resolves": "Whenever ~ attacks, draw a card. If you control a Goblin {}, you gain 2 life.",
    "if, after it": "Whenever ~ attacks, draw a card if you control a Goblin {}.",
}


def parts(filter: Filter) -> tuple[Filter, ...]:
    return filter.parts if isinstance(filter, AllOf) else (filter,)


def what_follows(said: str) -> tuple[Filter, ...]:
    c = Cursor(tokenize(said))
    meant = filters.AFTER_NOUN(c)
    assert meant is not None
    assert c.ended
    return parts(meant)


@pytest.mark.parametrize("place", OF_SEVERAL)
@pytest.mark.parametrize("said", [each.said(FOLLOWING) for each in AFTER_A_NOUN])
def test_what_follows_a_plural_is_read_alike_in_every_place(said: str, place: str) -> None:
    abilities = read(OF_SEVERAL[place].format(said))
    assert all(holds(abilities, part) for part in what_follows(said)), place


@pytest.mark.parametrize("place", OF_ONE)
@pytest.mark.parametrize("said", [each.said(FOLLOWING, 1) for each in AFTER_A_NOUN])
def test_what_follows_a_singular_is_read_alike_in_every_place(said: str, place: str) -> None:
    abilities = read(OF_ONE[place].format(said))
    assert all(holds(abilities, part) for part in what_follows(said)), place


OF_PERMANENTS = {*descriptors.STATES, *descriptors.DESIGNATIONS, *descriptors.COLORS, "legendary", "nontoken"}


@pytest.mark.parametrize("place", OF_SEVERAL | OF_ONE)
@pytest.mark.parametrize("adjective", sorted(OF_PERMANENTS - {"commander", "token"}))
def test_an_adjective_is_read_alike_in_every_place(adjective: str, place: str) -> None:
    meant = descriptors.descriptor(Cursor(tokenize(adjective)))
    assert meant is not None
    text = OF_SEVERAL.get(place) or OF_ONE[place]
    listed = text.replace("Goblin", f"green or white {adjective} Goblin").replace(" {}", "")
    abilities = read(listed)
    assert all(holds(abilities, part) for part in parts(meant)), place
