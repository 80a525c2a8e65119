"""What abilities do is rows: what a row reads, of any permanents, players and number, is said in words that read as the same."""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.grammar import Grammar, Phrase
from declarant.tools.oracle.instructions.deeds import DEEDS, PAYS, YOUR_DEEDS
from declarant.tools.oracle.instructions.verbs import PREDICATES, VERBS
from declarant.tools.oracle.rendering.lines import render, same

PERMANENTS = (
    "this creature",
    "target creature",
    "another target creature you control",
    "up to two target creatures",
    "each other creature you control",
    "a creature you control",
)
PLAYERS = ("you", "each opponent", "target player", "defending player")
OF_PERMANENTS = ("objects", "several", "in_play", "these", "one", "permanents", "from")
REFERRING = {"those_counters", "its", "countered", "it", "created"}
"""Rules that read what a sentence before names."""
COUNTED = ("poison", "experience", "rad", "ticket")


def samples(permanents: str, players: str, one: bool) -> Mapping[str, str]:
    """What the rules within a row read: these permanents and players, and one or more."""
    many, s = ("a", "") if one else ("two", "s")
    own = "your" if players == "you" else "their"
    return {
        **dict.fromkeys(OF_PERMANENTS, permanents),
        **dict.fromkeys(("players", "one_other"), players),
        "from": f"from {permanents}",
        "two": "two target creatures",
        "owned": "target creature's",
        "amount": many,
        **dict.fromkeys(("x", "x_over_one", "digits"), "2"),
        **dict.fromkeys(("number", "hand"), "two"),
        **dict.fromkeys(("chosen", "chosen_x"), "X"),
        "die": "d20",
        "counter": f"+1/+1 counter{s}",
        "counters": "+1/+1 counters",
        "until_it_leaves": "",
        "until": "until end of turn",
        "library": "your library",
        "life": "1 life" if one else "3 life",
        **dict.fromkeys(("cards", "discarded"), f"{many} card{s}"),
        "own": own,
        "own_hand": f"{own} hand",
        "skipped": "untap step",
        "energy": "{E}" if one else "{E}{E}",
        "chosen_energy": "X {E}",
        "paid_life": "3 life",
        **{f"{name}_counters": f"{many} {name} counter{s}" for name in COUNTED},
        "emblem": '"Creatures you control have flying."',
        "held": "creature card",
        "mana": "{2}",
        "any_mana": "any amount of mana",
        "times": "any number of times",
        **dict.fromkeys(("quantity", "counted"), "the number of Goblins you control"),
        "whose_life": "your life total",
        "total": "5",
    }


def sentences(each: Phrase, grammar: Grammar[object]) -> Iterator[str]:
    rules = set(each.rules)
    for permanents, players, one in product(
        PERMANENTS if rules & {*OF_PERMANENTS} else PERMANENTS[:1], PLAYERS if "players" in rules else PLAYERS[:1], (True, False)
    ):
        several = permanents.startswith("up to") if grammar is PREDICATES else players == "you"
        said = each.said(samples(permanents, players, one), int(several))
        yield f"Whenever this creature attacks, {' '.join(said.split())}."


ROWS = [
    pytest.param(each, grammar, id=each.words)
    for grammar in (VERBS, YOUR_DEEDS, DEEDS, PREDICATES, PAYS)
    for each in grammar.phrases
    if REFERRING.isdisjoint(each.rules)
]


@pytest.mark.parametrize(("row", "grammar"), ROWS)
def test_whatever_a_row_reads_is_said_in_words_of_its_own(row: Phrase, grammar: Grammar[object]) -> None:
    for text in sentences(row, grammar):
        try:
            (ability,) = read_permanent(text, types=["Creature"])
        except WordingNotUnderstood:
            continue
        if isinstance(ability, a.Triggered) and ability.does is not None:
            said = render(ability.model_copy(update={"text": ""}))  # nothing else to fall back on
            assert [same(each) for each in read_permanent(said, types=["Creature"])] == [same(ability)]
