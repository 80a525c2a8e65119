"""What may be declared, against plain enumeration and against judging, on random boards over every family of abilities."""

import os
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random, SystemRandom

import pytest
from declarant.events.ruling import Ruling
from declarant.handlers.game import Game
from declarant.handlers.legality.options import LegalAttacks, LegalBlocks
from legality.boards import Board, boards_from
from legality.reference import Enumeration, enumerate_declarations

SMALL = {"creatures": 3, "others": 2, "abilities": 5}
LARGE = {"creatures": 5, "others": 4, "abilities": 7}

Plain = tuple[tuple[str, tuple[str, ...]], ...]


def plain(declaration: Mapping[str, str | tuple[str, ...]]) -> Plain:
    """A declaration that can be compared, whichever way it is written."""
    return tuple(sorted((c, (to,) if isinstance(to, str) else tuple(sorted(to))) for c, to in declaration.items()))


def shaped(board: Board, declaration: Mapping[str, tuple[str, ...]]) -> dict[str, str] | dict[str, tuple[str, ...]]:
    if board.action == "attack":
        return {attacker: target for attacker, (target,) in declaration.items()}
    return dict(declaration)


def options(game: Game, board: Board, player: str) -> LegalAttacks | LegalBlocks:
    return game.legal_attacks if board.action == "attack" else game.legal_blocks_of(player)


def judge(game: Game, board: Board, declaration: Mapping[str, tuple[str, ...]], player: str) -> Ruling:
    """The ruling on who is declared, and paid for if that can be."""
    if board.action == "attack":
        return game.judge_attackers({attacker: target for attacker, (target,) in declaration.items()})
    return game.judge_blockers(declaration, by=player)


def check(board: Board, seed: int) -> None:
    game = board.game()
    for enumeration in enumerate_declarations(board):
        legal = options(game, board, enumeration.player)
        expected = [declaration for declaration, concept in enumeration.verdicts if concept is None]
        listed = [plain(option) for option in legal]
        assert sorted(listed) == sorted(map(plain, expected)), seed
        assert legal.count() == len(listed), seed
        assert legal and listed, seed
        pairs = {(creature, target) for option in listed for creature, targets in option for target in targets}
        assert {(creature, target) for creature, targets in legal.pairs().items() for target in targets} == pairs, seed
        among = set(listed)
        for declaration, _ in enumeration.verdicts:
            assert (shaped(board, declaration) in legal) == (plain(declaration) in among), (seed, declaration)
        assert plain(legal.sample(Random(seed))) in among, seed
        if board.action == "block":
            _go_on(game, enumeration, seed)


def _go_on(game: Game, enumeration: Enumeration, seed: int) -> None:
    """Some legal blocks are declared: the next player's turn."""
    legal = [declaration for declaration, concept in enumeration.verdicts if concept is None]
    game.declare_blockers(Random(seed).choice(legal), by=enumeration.player)


@pytest.mark.parametrize(("number", "size"), [(250, SMALL), (8, LARGE)], ids=["small", "larger"])
def test_the_options_are_the_declarations_that_enumeration_finds_legal(number: int, size: dict[str, int]) -> None:
    for seed, board in boards_from(0, number, **size):
        check(board, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "size"), [(1_200, SMALL), (40, LARGE)], ids=["small", "larger"])
def test_the_options_are_legal_on_boards_never_seen_before(
    number: int, size: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    first = int(os.environ.get("LEGALITY_SEED") or SystemRandom().randrange(10**12))
    with capsys.disabled():
        print(f"\nLEGALITY_SEED={first}: {number} boards")
    for seed, board in boards_from(first, number, **size):
        check(board, seed)


def laid_out(board: Board, rules: str) -> Game:
    """The board under the rules of a day. Attackers are declared: in the oldest editions others make no declare blockers step."""
    if board.action == "attack":
        return board.game(rules)
    game = Game.start(board.players, rules=rules)
    for permanent in board.permanents:
        attacks = permanent.id in board.attacking
        game.enter(permanent.model_copy(update={"tapped": False, "continuously_controlled": True}) if attacks else permanent)
    game.declare_attackers(dict.fromkeys(board.attacking, board.players[1]))
    for effect in board.effects:
        game.begin_effect(effect)
    return game


def every_declaration(board: Board, player: str) -> Iterator[dict[str, tuple[str, ...]]]:
    """All that a player could try: each creature for nothing, for one thing, or in blocks for any two."""
    creatures = [p.id for p in board.permanents if p.controller == player and "Creature" in p.types]
    targets = list(board.attacking) if board.action == "block" else [*board.players[1:]]
    sizes = (0, 1, 2) if board.action == "block" else (0, 1)
    choices = [chosen for size in sizes for chosen in combinations(targets, size)]
    for chosen in product(choices, repeat=len(creatures)):
        yield {creature: to for creature, to in zip(creatures, chosen, strict=True) if to}


@pytest.mark.parametrize(
    "rules", ["1999-06-01", "2003-01-01", "2005-03-01", "2007-06-01", "2009-08-01", "2010-08-01"], ids=lambda day: str(day[:4])
)
def test_under_the_rules_of_earlier_days_options_are_what_judging_accepts_then(rules: str) -> None:
    for seed, board in boards_from(0, 40, **SMALL):
        game = laid_out(board, rules)
        player = board.players[0] if board.action == "attack" else board.players[1]
        legal = options(game, board, player)
        listed = [plain(option) for option in legal]
        assert legal.count() == len(listed) == len(set(listed)), seed
        assert legal and listed, seed
        tried = list(every_declaration(board, player))
        accepted = {plain(each) for each in tried if judge(game, board, each, player).verdict == "legal"}
        assert accepted == set(listed) & set(map(plain, tried)), seed
        for option in listed:
            assert judge(game, board, dict(option), player).verdict == "legal", (seed, option)
