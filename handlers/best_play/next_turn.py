"""The board after a combat, as far as the next turn is looked at: an attack of all, or all attacks of the other player.

What comes of the combat is what the best division of damage leaves; where something triggers, or creatures get counters, it isn't
looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...events import facts as t
from ...events.errors import NotModelled
from ...projections.combat import Combat
from ...projections.state import State
from ..budget import Spent
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
from .reading import attacking, read_block


def after_combat(view: View, position: Position, block: Mapping[str, Sequence[str]], attackers: Iterable[Fighter]) -> State:
    """The state after a combat of these attackers with this block; whatever lasts until end of turn has ended.

    Raises NotModelled where something triggers or gets counters, Spent.
    """
    fighting = [*attackers]
    if position.triggering or any(each.wither or each.infect for each in (*position.attackers, *position.blockers)):
        raise NotModelled(["the next turn, after what triggers or counters that are dealt"])
    by_id = {each.id: each for each in position.blockers}
    teams = [sorted((by_id[b] for b, whom in block.items() if a.id in whom), key=lambda each: str(each.kind)) for a in fighting]
    outcomes = [outcome(a, team, position.rules) for a, team in zip(fighting, teams, strict=True)]
    _, best = taken([each.ways for each in outcomes], position.life_worth, position.life)
    gone, lost, linked, poison = set[str](), 0, 0, 0
    for attacker, team, found, way in zip(fighting, teams, outcomes, best, strict=True):
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
    tapped = {each.id for each in fighting if "vigilance" not in view.keywords(each.id)}
    for id, each in list(board.permanents.items()):
        if id in gone:
            del board.permanents[id]
        else:
            board.permanents[id] = replace(each, tapped=each.tapped or id in tapped, marked=0)
    return state


def next_swing(formulation: Formulation, position: Position, block: Mapping[str, Sequence[str]]) -> Position | None:
    """The blocks of the next attack of all creatures of the attacking player, after a block, with those that are left on both
    sides, all untapped. None where that isn't known. Raises Spent."""
    player = formulation.player
    try:
        state = after_combat(formulation.view, position, block, position.attackers)
    except NotModelled:
        return None
    board = state.board
    for id, each in list(board.permanents.items()):
        board.permanents[id] = replace(each, tapped=False)
    active = board.active
    theirs = [p.id for p in View(state).permanents.values() if p.controller == active and "Creature" in p.types]
    budget = position.budget
    if not theirs or active is None:
        return Position((), (), board.life[player], player, (), budget=budget)
    swing = View(attacking(state, active, theirs, player), budget)
    try:
        return read_block(formulate_blocks(swing, formulation.edition, player, budget), _nothing, stage="attack")
    except NotModelled:
        return None


def _nothing(_: object) -> int:
    return 0


def check_turns_follow(state: State) -> None:
    """Raise NotModelled where turns don't just follow one another."""
    if state.board.extra_turns or state.board.skips:
        raise NotModelled(["a turn is added, or something of one is skipped"])


def next_attack(state: State, edition: Edition, player: str, position: Position) -> tuple[Formulation, State]:
    """The attacks that a player may declare in a turn that begins in a state."""
    check_turns_follow(state)
    scratch = state.copy()
    scratch.apply(t.TurnBegan(player=player, number=scratch.board.turn + 1), scratch.version + 1)
    for id, each in list(scratch.board.permanents.items()):
        if each.controller == player:
            scratch.board.permanents[id] = replace(each, tapped=False, continuously_controlled=True)
    scratch.apply(t.CombatBegan(), scratch.version + 1)
    return formulate_attacks(View(scratch, position.budget), edition, player, position.budget), scratch
