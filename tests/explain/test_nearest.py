"""The nearest legal declaration, against enumeration on random boards: there always is one, the first of the nearest."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from declarant.events.ruling import Ruling
from declarant.handlers.game import Game
from declarant.handlers.legality.explanation import Explanation
from legality.boards import Board, boards_from
from legality.reference import Declaration, Enumeration, enumerate_declarations

SIZE = {"creatures": 4, "others": 2, "abilities": 5}


def explained(game: Game, enumeration: Enumeration, declaration: Declaration) -> Explanation:
    if enumeration.board.action == "attack":
        return game.explain_attackers({creature: target for creature, (target,) in declaration.items()})
    return game.explain_blockers(declaration, by=enumeration.player)


def judged(game: Game, enumeration: Enumeration, declaration: Mapping[str, object]) -> Ruling:
    if enumeration.board.action == "attack":
        return game.judge_attackers(declaration)  # type: ignore[arg-type]
    return game.judge_blockers(declaration, by=enumeration.player)  # type: ignore[arg-type]


def plain(declaration: Mapping[str, str | tuple[str, ...]]) -> Declaration:
    return {c: (to,) if isinstance(to, str) else tuple(sorted(to)) for c, to in declaration.items()}


def changes(one: Declaration, other: Declaration) -> int:
    return sum(sorted(one.get(c, ())) != sorted(other.get(c, ())) for c in one.keys() | other.keys())


def tried(
    number: int, mana: str | None = None, **size: int
) -> Iterator[tuple[Board, Game, Enumeration, Declaration, str | None]]:
    """Some declarations on random boards, with the concept that they fail by."""
    for seed, board in boards_from(0, number, **{**SIZE, **size}):
        if mana is not None:
            board = replace(board, mana=dict.fromkeys(board.players, mana))
        game = board.game()
        (enumeration, *_) = enumerate_declarations(board)
        for declaration, concept in Random(seed).sample(enumeration.verdicts, min(6, len(enumeration.verdicts))):
            yield board, game, enumeration, declaration, concept


def test_an_illegal_declaration_has_a_nearest_one_that_judging_accepts_and_a_legal_one_has_none() -> None:
    illegal = 0
    for board, game, enumeration, declaration, concept in tried(200):
        explanation = explained(game, enumeration, declaration)
        if concept is None:
            assert explanation.nearest is None
            assert not explanation.ruling.wrong
            assert not explanation.violations
            continue
        illegal += 1
        assert explanation.nearest is not None, (board, declaration)
        assert judged(game, enumeration, explanation.nearest.declaration).verdict == "legal", (board, declaration)
        assert explanation.ruling.wrong
        assert explanation.ruling.violations == explanation.violations[: len(explanation.ruling.violations)]
    assert illegal > 200


def test_nothing_that_can_be_paid_has_fewer_changes_and_of_several_it_is_the_first_option() -> None:
    several = unpaid = 0
    for board, game, enumeration, declaration, concept in tried(300, mana="{1}", abilities=9):
        explanation = explained(game, enumeration, declaration)
        if concept is None or not explanation.ruling.wrong:
            continue
        assert explanation.nearest is not None
        options = map(plain, game.legal_attacks if board.action == "attack" else game.legal_blocks_of(enumeration.player))
        payable = min(options, key=lambda option: changes(declaration, option))
        assert judged(game, enumeration, _shaped(board, payable)).concept != f"{board.action}.pay"
        legal_if_paid = [each for each, wrong in enumeration.verdicts if wrong in (None, f"{board.action}.pay")]
        if explanation.nearest.fewest:
            assert plain(explanation.nearest.declaration) == payable, (board, declaration)
        assert len(explanation.nearest.changes) == changes(declaration, payable)
        several += changes(declaration, payable) > 1
        unpaid += min(changes(declaration, each) for each in legal_if_paid) < changes(declaration, payable)
    assert several > 20
    assert unpaid > 5


def _shaped(board: Board, declaration: Declaration) -> Mapping[str, object]:
    return {c: to for c, (to,) in declaration.items()} if board.action == "attack" else declaration


def test_what_it_gains_and_gives_up_adds_up_to_what_it_obeys() -> None:
    for _, game, enumeration, declaration, _ in tried(120):
        explanation = explained(game, enumeration, declaration)
        nearest = explanation.nearest
        if nearest is None or explanation.judged != explanation.declaration:
            continue
        after = explained(game, enumeration, plain(nearest.declaration))
        assert after.obeyed == explanation.obeyed + len(nearest.gains) - len(nearest.gives_up)
