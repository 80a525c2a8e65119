"""What must not change a verdict: names, the order of things, creatures and players that have nothing to do with it."""

import re
from random import Random

import pytest
from legality.boards import Board, boards_from, creature
from legality.compare import judged
from legality.reference import Declaration, enumerate_declarations
from pydantic import TypeAdapter

SIZE = {"creatures": 4, "others": 2, "abilities": 6}
BOARD: TypeAdapter[Board] = TypeAdapter(Board)
Verdict = tuple[str, str | None]


def verdicts(board: Board, declarations: list[Declaration] | None = None) -> list[tuple[Declaration, Verdict]]:
    """The rulings on every declaration of the first player who declares on that board."""
    enumeration = enumerate_declarations(board)[0]
    game = board.game()
    rulings = []
    for declaration in declarations or [declaration for declaration, _ in enumeration.verdicts]:
        ruling = judged(game, enumeration, declaration)
        rulings.append((declaration, (ruling.verdict, ruling.concept)))
    return rulings


def some_boards() -> list[Board]:
    return [board for _, board in boards_from(5_000, 60, **SIZE)]


def without_counting(boards: list[Board]) -> list[Board]:
    """Boards on which no ability counts creatures that aren't in the combat."""
    return [board for board in boards if b'"exists"' not in BOARD.dump_json(board)]


def renamed(board: Board, name: dict[str, str]) -> Board:
    text = BOARD.dump_json(board).decode()
    return BOARD.validate_json(re.sub(r'"([^"]*)"', lambda match: f'"{name.get(match[1], match[1])}"', text))


def test_names_change_nothing() -> None:
    for board in some_boards():
        ids = [*board.players, *(permanent.id for permanent in board.permanents)]
        # The order of the new names is the opposite.
        name = {id: f"x{len(ids) - number:03}" for number, id in enumerate(sorted(ids))}
        before = verdicts(board)
        after = verdicts(renamed(board, name))
        expected = [({name[c]: tuple(name[t] for t in to) for c, to in d.items()}, verdict) for d, verdict in before]
        assert after == expected, board


def test_the_order_of_permanents_and_effects_changes_nothing() -> None:
    for board in some_boards():
        before = verdicts(board)
        after = verdicts(board.reordered(Random(0)), [declaration for declaration, _ in before])
        assert after == before, board


def test_a_creature_that_has_nothing_to_do_with_it_changes_nothing() -> None:
    boards = without_counting(some_boards())
    for board in boards:
        uninvolved = board.players[1] if board.action == "attack" else board.players[0]
        before = verdicts(board)
        after = verdicts(board.with_more(creature("onlooker", uninvolved)), [declaration for declaration, _ in before])
        assert after == before, board


@pytest.mark.parametrize("blocker", ["a blocker of theirs", "no blocker of theirs"])
def test_what_attacks_another_player_changes_nothing_for_this_one(blocker: str) -> None:
    boards = [board for board in without_counting(some_boards()) if board.action == "block" and len(board.players) == 2]
    assert boards
    for board in boards:
        more = [creature("their attacker", board.players[0])]
        if blocker == "a blocker of theirs":
            more.append(creature("their blocker", "Zoe"))
        split = Board(
            board.action,
            (*board.players, "Zoe"),
            (*board.permanents, *more),
            board.effects,
            board.attacking | {"their attacker": "Zoe"},
            board.mana,
        )
        before = verdicts(board)
        assert verdicts(split, [declaration for declaration, _ in before]) == before, board
