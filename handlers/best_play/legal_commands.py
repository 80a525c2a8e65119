"""Everything that may be chosen next in a game, as commands, and who chooses: of the combat, and of the stack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...events.errors import Undecided
from ..base_game import BaseGame
from ..procedure.commands import Command, ResolveAbility
from ..resolution.choices import Choices
from .answers import ChoiceNeeded, ResolutionAnswer, resolve
from .choices import choices
from .gone_through import check_gone_through
from .stack_choices import branch, targetings, to_order, to_target

MOST = 100_000
"""More commands than this aren't listed."""


def decides(game: BaseGame) -> str | None:
    """Who chooses next: for what is on the stack, else in what the combat waits for; None where nobody does."""
    if game.is_over:
        return None
    if game.stack.unresolved:
        return _of_the_stack(game)[0]
    return game.awaited[-1].player if game.awaited else None


def legal_commands(game: BaseGame) -> list[Command]:
    """`Game.legal_commands` says it."""
    found = list(islice(commands(game), MOST + 1))
    if len(found) > MOST:
        raise Undecided(f"{decides(game)} may choose among more than {MOST:,} commands: draw from them, or list fewer")
    return found


def commands(game: BaseGame) -> Iterator[Command]:
    """Each command, as it is asked for. Raises NotModelled for a choice that isn't gone through."""
    player = decides(game)
    if player is None:
        return
    yield from _of_the_stack(game)[1] if game.stack.unresolved else choices(game, player)


def _of_the_stack(game: BaseGame) -> tuple[str, Iterator[Command]]:
    """What is chosen next for what triggered: the order, then targets, then what is chosen as the topmost ability resolves."""
    put = branch(game)
    if put.stack.waiting:
        put.put_on_stack()
    if (ordering := to_order(put, frozenset())) is not None:
        return ordering[0], iter(ordering[1])
    if (ability := to_target(put)) is not None:
        return ability.controller, targetings(put, ability)
    top = put.stack.abilities[-1]
    return top.controller, (ResolveAbility(choices=each) for each in _resolutions(put))


def _resolutions(game: BaseGame, answers: tuple[ResolutionAnswer, ...] = ()) -> Iterator[Choices]:
    """Every way in which the topmost ability may resolve."""
    check_gone_through(game.stack.abilities[-1])
    try:
        yield resolve(branch(game), answers)
    except ChoiceNeeded as asked:
        for answer in asked.answers:
            yield from _resolutions(game, (*answers, answer))
