"""Facts that aren't stated: rulings, explanations and options ask for one alike, and only where its answer makes a difference."""

from __future__ import annotations

from itertools import product
from typing import Any

from declarant.events.errors import FactNotStated
from declarant.handlers.game import Game
from declarant.handlers.procedure.commands import DeclareAttackers, DeclareBlockers
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from referee import ANN, BOB, creature, given

FACTS = {"you're the monarch": "monarch", "you have the city's blessing": "city's blessing"}
SAYING = (
    "This creature can't attack as long as {}.",
    "This creature attacks each combat if able as long as {}.",
    "This creature can't block as long as {}.",
    "This creature blocks each combat if able as long as {}.",
    "This creature can't be blocked as long as {}.",
    "As long as {}, this creature can't attack alone.",
    "As long as {}, this creature has menace.",
    "As long as {}, creatures can't attack you unless their controller pays {{1}} for each of those creatures.",
)
PLAIN = ("", "Menace", "This creature can't attack.", "This creature can't block.", "This creature blocks each combat if able.")
texts = st.one_of(st.sampled_from(PLAIN), st.builds(str.format, st.sampled_from(SAYING), st.sampled_from(sorted(FACTS))))
boards = st.tuples(st.lists(texts, min_size=1, max_size=2), st.lists(texts, min_size=1, max_size=2))


def permanents(board: tuple[list[str], list[str]]) -> list[dict[str, Any]]:
    return [
        creature(f"{owner[0].lower()}{number}", owner, text)
        for owner, each in zip((ANN, BOB), board, strict=True)
        for number, text in enumerate(each)
    ]


def ruled(game: Game, command: DeclareAttackers | DeclareBlockers) -> tuple[str | None, ...] | None:
    """Verdict, number and cost; None where a fact is asked for."""
    try:
        ruling = game.judge(command)
    except FactNotStated:
        return None
    return ruling.verdict, ruling.rule, ruling.cost


def options_of(game: Game) -> list[dict[str, Any]] | None:
    try:
        return list(game.legal_blocks if game.combat.attackers_declared else game.legal_attacks)
    except FactNotStated:
        return None


def check(game: Game, others: list[Game], commands: list[DeclareAttackers | DeclareBlockers]) -> None:
    """`others`: the game with every answer stated."""
    legal: list[dict[str, Any]] | None = []
    for command in commands:
        found = ruled(game, command)
        answers = {ruled(other, command) for other in others}
        assert answers == {found} if found is not None else len(answers) > 1
        try:
            explained = game.explain(command).ruling
            assert (explained.verdict, explained.rule, explained.cost) in answers and len(answers) == 1
        except FactNotStated:
            assert len(answers) > 1
        if len({answer and answer[0] == "legal" and answer for answer in answers}) > 1:
            legal = None
        elif legal is not None and found is not None and found[0] == "legal":
            legal.append({**(command.attackers if isinstance(command, DeclareAttackers) else command.blocks)})
    listed = options_of(game)
    assert (listed is None) == (legal is None)
    assert listed is None or sorted(map(repr, listed)) == sorted(map(repr, legal or []))


@settings(max_examples=40, deadline=None)
@drawn(boards)
def test_all_of_them_ask_for_the_same_facts(board: tuple[list[str], list[str]]) -> None:
    answers = [
        {ANN: [fact for fact in FACTS.values() if (ANN, fact) in so], BOB: [fact for fact in FACTS.values() if (BOB, fact) in so]}
        for so in _subsets([(player, fact) for player in (ANN, BOB) for fact in FACTS.values()])
        if not {(ANN, "monarch"), (BOB, "monarch")} <= so
    ]
    game = given(*permanents(board)).game()
    others = [given(*permanents(board), designations=stated).game() for stated in answers]
    mine, theirs = ([f"{initial}{number}" for number in range(len(each))] for initial, each in zip("ab", board, strict=True))
    attacks: list[DeclareAttackers | DeclareBlockers] = [
        DeclareAttackers(attackers={id: BOB for id, attacks in zip(mine, chosen, strict=True) if attacks})
        for chosen in product((False, True), repeat=len(mine))
    ]
    check(game, others, attacks)
    first = DeclareAttackers(attackers={"a0": BOB})
    if ruled(game, first) is None or ruled(game, first) != ("legal", None, None):
        return
    for each in (game, *others):
        each.declare(first)
    blocks: list[DeclareAttackers | DeclareBlockers] = [
        DeclareBlockers(blocks={id: ("a0",) for id, blocks in zip(theirs, chosen, strict=True) if blocks})
        for chosen in product((False, True), repeat=len(theirs))
    ]
    check(game, others, blocks)


def _subsets(facts: list[tuple[str, str]]) -> list[set[tuple[str, str]]]:
    return [{fact for fact, so in zip(facts, chosen, strict=True) if so} for chosen in product((False, True), repeat=len(facts))]
