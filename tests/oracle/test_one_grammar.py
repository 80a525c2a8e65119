"""What is read in one place is read alike in every place: the phrases are drawn from the grammar itself."""

from collections.abc import Iterator

import pytest
from declarant.events.abilities import (
    Ability,
    AllOf,
    AttacksWhat,
    Every,
    Filter,
    Players,
    Quantity,
    QuantityCompares,
    Targets,
    TurnOf,
)
from declarant.events.model import Model, parts_of
from declarant.tools.oracle import conditions, descriptors, filters, quantities, read_permanent
from declarant.tools.oracle.cursor import Cursor, Setting
from declarant.tools.oracle.derivations import leaves
from declarant.tools.oracle.grammar import Grammar
from declarant.tools.oracle.rendering.phrases import condition_clause, counted, quantity_of
from declarant.tools.oracle.tokens import tokenize


def read(text: str) -> tuple[Ability, ...]:
    """Read on a creature; what is said of power and toughness is read where these aren't stated."""
    return read_permanent(text, types=("Creature",), derived=" get +" in text)


def holds(abilities: tuple[Ability, ...], value: Model) -> bool:
    return any(part == value for each in abilities for part in parts_of(each))


def otherwise(places: dict[str, str], said: str, *values: Model) -> list[str]:
    """The places where what is said isn't read as these values."""
    return [place for place, text in places.items() if not all(holds(read(text.format(said)), value) for value in values)]


# --- quantities --------------------------------------------------------------------------------------------------------

OF_WHAT_IS_DONE = {
    "turned_up": "cards that were turned up as the ability resolves",
    "their": "the player who does something",
    "their_own": "the player who does something",
    "this_way": "what was done just before",
    "done": "what was moved just before",
    **dict.fromkeys(("turned", "turned_to_exile", "one_turned", "one_card"), "a card that was turned up, chosen or a target"),
    **dict.fromkeys(("discarded", "discarded_before", "exiled"), "a card that was discarded or exiled"),
    "of_occasion": "the damage that set the ability off",
    "result": "what was done just before",
    "excess_to": "what was dealt just before",
    "damage_done": "what was dealt just before",
    "paid": "what was paid just before",
    "compared": "what was compared just before",
    "their_total_power": "those that set the ability off",
    "those": "those that were named before",
    "these": "those that were named before",
    "votes": "the vote before, as the ability resolves",
}
"""Rules that only what an ability does gives a meaning, and what they speak of."""

SAMPLES = {
    **dict.fromkeys(("permanents", "several"), "artifacts you control"),
    "permanent": "~",
    "kind": "Rats",
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
    "devotion": "your devotion to red",
    "players_who": "opponents who control an artifact",
    "who_have": "you have",
}
EACH = SAMPLES | {
    "players_who": "opponent who controls an artifact",
    "counter": "+1/+1 counter",
    "happened": "card you've drawn this turn",
    "cards": "creature card in your graveyard",
}
EACH |= {"counted": "artifact you control", "permanents": "artifact you control", "kind": "Rat"}

PLACES = {
    "restriction": "~ can't be blocked by creatures with power less than or equal to {}.",
    "requirement": "All creatures with power greater than {} attack each combat if able.",
    "cost to attack": "Creatures can't attack you unless their controller pays {{X}}, where X is {}.",
    "cost to be blocked": "~ can't be blocked unless defending player pays {{X}} for each creature blocking it, where X is {}.",
    "unless": "~ can't attack unless {} is 3 or greater.",
    "compared with another": "~ can't block unless {} is greater than the number of Walls on the battlefield.",
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


@pytest.mark.parametrize("said", [*phrases(quantities.QUANTITY, SAMPLES, 0), *phrases(quantities.SIMPLE, SAMPLES, 0)])
def test_a_quantity_is_said_as_it_is_read(said: str) -> None:
    read = quantities.quantity(Cursor(tokenize(said), Setting()))
    try:
        words = quantity_of(read)
    except KeyError:
        return
    assert quantities.quantity(Cursor(tokenize(words), Setting())) == read


QUANTITIES = [
    *phrases(quantities.QUANTITY, SAMPLES, 0),
    *phrases(quantities.SIMPLE, SAMPLES, 0),
    *(f"the number of {each}" for each in phrases(quantities.COUNTED, SAMPLES, 1)),
]


@pytest.mark.parametrize("said", dict.fromkeys(QUANTITIES))
def test_a_quantity_is_read_alike_in_every_place(said: str) -> None:
    meant = quantities.quantity(Cursor(tokenize(said)))
    assert isinstance(meant, Model)
    assert otherwise(PLACES, said, meant) == []


@pytest.mark.parametrize("said", dict.fromkeys(phrases(quantities.COUNTED, EACH, 0)))
def test_what_is_counted_is_read_alike_after_every_for_each(said: str) -> None:
    meant = quantities.for_each(Cursor(tokenize(said)))
    assert isinstance(meant, Model)
    assert otherwise(FOR_EACH, said, meant) == []


SAID_OTHERWISE = {
    "differently named artifact you control": "different names among artifacts you control",
    "counter this creature had on it": "counter on this creature",
    "+1/+1 counter this creature had on it": "+1/+1 counter on this creature",
}


@pytest.mark.parametrize("said", dict.fromkeys(phrases(quantities.COUNTED, EACH | {"permanent": "this creature"}, 0)))
def test_what_is_counted_is_said_of_one_and_what_it_is_among_of_several(said: str) -> None:
    meant = quantities.for_each(Cursor(tokenize(said)))
    try:
        words = counted(meant)
    except KeyError:
        return
    assert words == SAID_OTHERWISE.get(said, said)
    assert quantities.for_each(Cursor(tokenize(words))) == meant


@pytest.mark.parametrize("said", dict.fromkeys(QUANTITIES))
def test_each_word_of_a_quantity_is_read_by_one_phrase(said: str) -> None:
    c = Cursor(tokenize(said))
    meant = quantities.quantity(c)
    (derivation,) = c.derivations
    assert (derivation.start, derivation.end, derivation.value) == (0, len(c.tokens), meant)
    read_by = [at for leaf in leaves([derivation]) for at in range(leaf.start, leaf.end)]
    assert read_by == list(range(len(c.tokens)))


# --- filters -----------------------------------------------------------------------------------------------------------

NOT_ON_THE_BOARD = {
    "unstated": "kept in the card's words, which what an ability does never is",
    "theirs": "players named before",
    "voted": "the vote before, as the ability resolves",
    "alike": "the same as what the ability is about attacks",
    "affected": "what was done just before",
    "with_those": "what was named before",
    "contracted": "what was named before",
}
"""Rules of what follows a noun that not every place gives a meaning, and why."""
FOLLOWING = {
    "other_kind": "other than Walls",
    "permanent": "~",
    "reference": "~",
    "permanents": "Elf",
    "auras": "Auras you control",
    "host": "a creature you control",
    "players": "an opponent",
    "controller": "you control",
    "attacked": "you",
    "characteristic": "powers",
    "lacked": "power 3 or less",
    "other_state": "tapped or white",
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
AT_ONE = AttacksWhat(targets=Targets(players=Players(who="defending")))
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


@pytest.mark.parametrize("said", [each.said(FOLLOWING) for each in AFTER_A_NOUN])
def test_what_follows_a_plural_is_read_alike_in_every_place(said: str) -> None:
    places = OF_SEVERAL
    if said == "attacking the same player":
        of_each_player = {place: text for place, text in OF_SEVERAL.items() if "two or more" in text}
        assert otherwise(of_each_player, said, AT_ONE) == []
        places = {place: text for place, text in OF_SEVERAL.items() if place not in of_each_player}
    assert otherwise(places, said, *what_follows(said)) == []


@pytest.mark.parametrize("said", [each.said(FOLLOWING, 1) for each in AFTER_A_NOUN])
def test_what_follows_a_singular_is_read_alike_in_every_place(said: str) -> None:
    assert otherwise(OF_ONE, said, *what_follows(said)) == []


OF_PERMANENTS = {*descriptors.STATES, *descriptors.DESIGNATIONS, *descriptors.COLORS, "legendary", "nontoken"}


@pytest.mark.parametrize("adjective", sorted(OF_PERMANENTS - {"commander", "token"}))
def test_an_adjective_is_read_alike_in_every_place(adjective: str) -> None:
    meant = descriptors.descriptor(Cursor(tokenize(adjective)))
    assert meant is not None
    for places in (OF_SEVERAL, OF_ONE):
        before = {place: text.replace(" {}", "").replace("Goblin", "green or white {} Goblin") for place, text in places.items()}
        assert otherwise(before, adjective, *parts(meant)) == []


# --- conditions --------------------------------------------------------------------------------------------------------

CONDITIONS = {
    "on_record": (
        "you attacked this turn",
        "you attacked with two or more creatures this turn",
        "you attacked two or more players this turn",
        "you attacked each opponent this turn",
        "you attacked a planeswalker this turn",
        "~ attacked this turn",
        "~ didn't attack this turn",
        "an opponent was dealt combat damage this turn",
        "you lost life this turn",
        "you exerted a creature this turn",
        "three or more creatures attacked this turn",
        "an artifact entered the battlefield under your control this turn",
    ),
    "_counted": (
        "there are four or more counters among creatures you control",
        "there are four or more basic land types among lands you control",
        "there are four or more card types among cards in your graveyard",
    ),
    "_one_by_one": ("an opponent controls four or more creatures", "each opponent has two or more cards in hand"),
    "_exist": (
        "there are five or more Islands on the battlefield",
        "an enchantment is on the battlefield",
        "a creature has a -1/-1 counter on it",
        "two or more Equipment are attached to ~",
        "you control an artifact",
        "you don't control an artifact",
        "you control three or more artifacts",
        "you control fewer than three artifacts",
        "no opponent controls an artifact",
        "you control more lands than defending player",
        "you control the most creatures or are tied for the most",
        "you control an artifact or an enchantment",
        "you control an artifact and a creature with flying",
    ),
    "_permanent": (
        "~ is tapped",
        "~ isn't tapped",
        "~ is attacking alone",
        "~ is monstrous",
        "~ is a Goblin",
        "~ has flying",
        "~ has a +1/+1 counter on it",
        "~'s power is 5 or greater",
        "~'s power is greater than equipped creature's",
    ),
}
"""Each of the rules by which conditions are read, and what it reads."""
ROWS = {
    **dict.fromkeys(("one_of", "single", "poison_of"), "defending player"),
    **dict.fromkeys(("life", *conditions.HELD), "defending player has"),
    "each_or_one": "an opponent",
    **dict.fromkeys(("many", "as_many", "at_least"), "three or more"),
    **dict.fromkeys(("much", "great"), "5 or less"),
    "relation": "5 or greater",
    "number": "5",
    "attacked": "you",
    "quantity": "your life total",
    "in_all": "creatures you control have total toughness",
    "my_total": "total power",
}
"""What the rules within the rows of conditions read."""
POINTING = ("saddled", "that player", "they ", "you're the defending player")
"""What begins a row that only some places give a meaning."""
DRAWN = [
    said
    for grammar in conditions.READINGS
    if isinstance(grammar, Grammar)
    for each in grammar.phrases
    if ROWS.keys() >= set(each.rules)
    if not (said := each.said(ROWS)).startswith(POINTING) and not said.endswith("that player")
]
JOINED = ("you control an artifact and you have 5 or less life", "you control an artifact or it's your turn")
CONDITION_PLACES = {
    "as long as, after it": "~ can't block as long as {}.",
    "as long as, before it": "As long as {}, ~ has flying.",
    "unless": "~ can't attack unless {}.",
    "if": "~ can't be blocked if {}.",
    "requirement": "~ attacks each combat if able as long as {}.",
    "group": "Creatures you control have vigilance as long as {}.",
    "trigger's if": "Whenever ~ attacks, if {}, draw a card.",
    "trigger's while": "Whenever ~ attacks while {}, draw a card.",
    "as it resolves": "Whenever ~ attacks, draw a card. If {}, you gain 2 life.",
    "then": "Whenever ~ attacks, draw a card. Then if {}, you gain 2 life.",
    "after it": "Whenever ~ attacks, draw a card if {}.",
    "unless, of what is done": "Whenever ~ attacks, draw a card unless {}.",
    "after a change": "Whenever ~ attacks, target creature gets +1/+1 until end of turn if {}.",
    "after a restriction": "Whenever ~ attacks, creatures you control can't be blocked this turn if {}.",
    "after a grant": "Whenever ~ attacks, target creature gains flying until end of turn if {}.",
    "after a target": "Whenever ~ attacks, destroy target creature if {}.",
    "after tokens": "Whenever ~ attacks, create a 1/1 white Soldier creature token if {}.",
}


def test_every_rule_of_conditions_is_drawn_from() -> None:
    functions = {each.__name__: each for each in conditions.READINGS if not isinstance(each, Grammar)}
    assert list(functions) == list(CONDITIONS)
    for name, each in functions.items():
        for said in CONDITIONS[name]:
            assert each(Cursor(tokenize(said))) is not None, said


@pytest.mark.parametrize("said", [each.said({}) for each in conditions.STATED.phrases])
def test_a_condition_that_is_always_worded_alike_is_said_as_it_is_read(said: str) -> None:
    assert condition_clause(conditions.STATED(Cursor(tokenize(said)))) == said


@pytest.mark.parametrize("said", [*(said for several in CONDITIONS.values() for said in several), *DRAWN, *JOINED])
def test_a_condition_is_read_alike_in_every_place(said: str) -> None:
    meant = conditions.condition(Cursor(tokenize(said)))
    assert isinstance(meant, Model)
    assert otherwise(CONDITION_PLACES, said, meant) == []


OF_WHAT_IS_DONE_JOINED = {
    "sacrifice any number of creatures": "two or more creatures were sacrificed this way",
    "exile all creature cards from all graveyards": "one or more creature cards were exiled this way",
    "you may pay {X}. If you do, draw a card": "X is 5 or more",
}


@pytest.mark.parametrize("done", OF_WHAT_IS_DONE_JOINED)
def test_what_is_asked_of_what_was_done_is_joined_with_any_other_condition(done: str) -> None:
    asked = f"{OF_WHAT_IS_DONE_JOINED[done]} and it's your turn"
    (ability,) = read(f"Whenever ~ attacks, {done}. If {asked}, you gain 2 life.")
    (both,) = (part for part in parts_of(ability) if isinstance(part, Every))
    assert TurnOf(players=Players(who="you")) in both.parts
    assert any(isinstance(part, QuantityCompares) for part in both.parts)
