"""The board after a combat, as far as the next turn is looked at: an attack of all, or all attacks of the other player.

What comes of the combat is what the best division of damage leaves; where something triggers, or creatures get counters, it isn't
looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...events.errors import InvalidInput, NotModelled
from ...projections.combat import Combat
from ...projections.state import State
from ..attempt import Draft
from ..budget import Budget, Spent
from ..combat import turns
from ..legality.attacks import formulate_attacks
from ..legality.blocks import formulate_blocks
from ..legality.formulation import Formulation
from ..rulebook.editions import Edition
from ..view.view import View
from .fighters import Fighter
from .fitted import lasting
from .formula import outcome
from .groups import beginning, dealt, line_of_play, strikes
from .life_worth import taken
from .position import Position
from .reading import attacking, counts_on, held_in_words, read_block


def after_combat(view: View, position: Position, block: Mapping[str, Sequence[str]], attackers: Iterable[Fighter]) -> State:
    """The state after a combat of these attackers with this block; whatever lasts until end of turn has ended.

    Raises NotModelled where something triggers or gets counters, Spent.
    """
    fighting = replace(position, attackers=tuple(attackers))
    if position.triggering or any(each.wither or each.infect for each in (*position.attackers, *position.blockers)):
        raise NotModelled(["the next turn, after what triggers or counters that are dealt"])
    groups = fighting.groups(block)
    outcomes = [outcome(attacker, team, position.rules) for attacker, team in groups]
    _, best = taken([each.ways for each in outcomes], position.life_worth, position.life)
    gone, lost, linked, poison = set[str](), 0, 0, 0
    for (attacker, team), found, way in zip(groups, outcomes, best, strict=True):
        group = (attacker, *team)
        play = line_of_play(attacker, team, position.rules, found.ways[way])
        if play is None:
            raise Spent("a line of play wasn't found")
        standing = beginning(group)
        for early, (amounts, through) in ((True, play.first), (False, play.second)):
            standing, step = dealt(group, standing, strikes(group, standing, early=early), amounts, through)
            poison += step.poison
        lost, linked = lost + found.ways[way].lost, linked + found.ways[way].linked
        gone |= {each.id for each, alive in zip(group, standing.alive, strict=True) if not alive}
    state = lasting(view).state.copy()
    board, state.combat = state.board, Combat()
    board.life[position.defender] -= lost
    board.poison[position.defender] = board.poison.get(position.defender, 0) + poison
    if board.active is not None:
        board.life[board.active] += linked
    tapped = {each.id for each in fighting.attackers if "vigilance" not in view.keywords(each.id)}
    for id, each in list(board.permanents.items()):
        if id in gone:
            del board.permanents[id]
        else:
            board.permanents[id] = replace(each, tapped=each.tapped or id in tapped, marked=0)
    return state


def next_swing(formulation: Formulation, position: Position, block: Mapping[str, Sequence[str]]) -> Position | None:
    """The blocks of the attack of all creatures of the attacking player in that player's next turn, after a block and a turn
    without attacks. None where that isn't known. Raises Spent."""
    player, edition, budget = formulation.player, formulation.edition, position.budget
    try:
        state = after_combat(formulation.view, position, block, position.attackers)
        attacked_by = state.board.active
        if attacked_by is None:
            return None
        swing = attack_of_all(begun(state, player), edition, attacked_by, player, budget)
        return read_block(swing, _nothing, stage="attack")
    except NotModelled:
        return None


def _nothing(_: object) -> int:
    return 0


class SwingBack(NamedTuple):
    """The attack of all creatures of the other player in the next turn, should they live; who attacks now can't block it, but for
    those with vigilance."""

    position: Position
    vigilant: frozenset[str]

    def at_home(self, attackers: Iterable[str]) -> Position:
        """The position in which those are left to block who are at home when these attack."""
        away = set(attackers) - self.vigilant
        able = tuple(0 if b.id in away else who for b, who in zip(self.position.blockers, self.position.able, strict=True))
        return replace(self.position, able=able, asks={}, draws={})

    def distinguishing(self, position: Position) -> Position:
        """The position of an attack, where creatures aren't alike that aren't so at home."""
        classes = self.position.classes_of_blockers()
        of = {self.position.blockers[who].id: number for number, members in enumerate(classes) for who in members}
        known = position.distinguished_by or (None,) * len(position.attackers)
        apart = tuple((before, of.get(a.id), a.id in self.vigilant) for before, a in zip(known, position.attackers, strict=True))
        return replace(position, distinguished_by=apart)


def read_swing_back(state: State, edition: Edition, player: str, attacked: str, budget: Budget) -> SwingBack:
    """The attack of the next turn on a player by all who may attack of the one whom that player attacks. Raises NotModelled."""
    swing = attack_of_all(state, edition, attacked, player, budget)
    vigilant = frozenset(id for id in swing.view.permanents if "vigilance" in swing.view.keywords(id))
    back = read_block(swing, lambda each: max(0, each.power) + max(0, each.toughness), stage="attack")
    return SwingBack(replace(back, budget=budget), vigilant)


def attack_of_all(state: State, edition: Edition, attacker: str, defender: str, budget: Budget) -> Formulation:
    """The blocks of an attack by all creatures of a player that may attack another one in a turn that begins.

    Raises NotModelled.
    """
    attacks, then = next_attack(state, edition, attacker, budget)
    targets = attacks.model.targets
    at = 1 << targets.index(defender) if defender in targets else 0
    able = [id for id, unit in attacks.unit.items() if attacks.model.allowed[unit] & at]
    return formulate_blocks(View(attacking(then, attacker, able, defender), budget), edition, defender, budget)


def begun(state: State, player: str, *, checked: bool = False) -> State:
    """The state as the combat of a player's turn has begun, which follows: effects have ended, permanents have untapped.

    `checked`: it is known that nothing else matters by then. Raises NotModelled where an ability triggers, or may.
    """
    if state.board.extra_turns or state.board.skips:
        raise NotModelled(["a turn is added, or something of one is skipped"])
    draft = Draft.of(state, state.version)
    try:
        turns.begin_turn(draft, player)
        turns.begin_combat(draft)
    except InvalidInput as error:
        raise NotModelled([f"what untaps in the next turn is chosen: {error.allowed}"]) from None
    happens = Counter(_unresolved(draft.state)) - Counter(_unresolved(state))
    if happens and not checked:
        known = {held_in_words(held) for held in draft.view.every_held() if counts_on(draft.view, held, 1)}
        if unknown := [words for words in happens if words not in known]:
            raise NotModelled([f"{words} (before the attack of the next turn)" for words in unknown])
    return draft.state


def _unresolved(state: State) -> list[str]:
    """What triggered and wasn't carried out, or may have triggered."""
    waiting = [f"{each.source}: {each.ability}" for each in state.stack.unresolved]
    return waiting + [f"{each.source}: {each.ability}" for each in state.stack.marks]


def next_attack(
    state: State, edition: Edition, player: str, budget: Budget, *, checked: bool = False
) -> tuple[Formulation, State]:
    """The attacks that a player may declare in a turn that begins in a state, and the state then. Raises as `begun`."""
    scratch = begun(state, player, checked=checked)
    return formulate_attacks(View(scratch, budget), edition, player, budget), scratch
