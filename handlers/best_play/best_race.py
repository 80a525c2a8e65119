"""The best attack of a race, with what both players do until its last turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any, Literal

from ...projections.state import State
from ..budget import Budget, Spent
from ..legality.formulation import Formulation
from .groups import Play
from .play import FITTED, worth_of
from .race_bounds import sure
from .race_reading import read_race
from .races import WINS, Race, RaceAttack, RaceBoard, RacePosition
from .reading import Worths

MOST_STEPS = 6_000_000
"""What a race takes at most where there is no budget: beyond, there are bounds."""
FEW = 2
"""Attacks and blocks of one player that are looked at for a bound."""


@dataclass(frozen=True)
class BestRace:
    """The best first attack of a race: what it is worth after so many turns, and what follows."""

    player: str
    turns: int
    bounds: tuple[int | None, int | None]
    """What the race is worth to the player at least (None: it may be lost) and at most (None: it may be won)."""
    result: Literal["win", "loss", "worth"] | None
    """None: it isn't known."""
    declaration: dict[str, str]
    """Attacker → whom it attacks, in the first turn."""
    line: list[dict[str, Any]] = field(repr=False)
    """The steps of all turns, as a case writes them."""
    attacked: str = field(repr=False)
    """The other player."""
    race: Race = field(repr=False)

    @property
    def value(self) -> int | None:
        """Worth of the player's creatures and life at the end, less the other player's; None: a win, a loss, or only bounds."""
        return self.bounds[0] if self.result == "worth" else None

    @property
    def wins(self) -> bool:
        """Whether the race is won, whatever the other player does."""
        return self.result == "win"

    @property
    def proven(self) -> bool:
        """Whether no attack is worth more."""
        return self.result is not None

    @cached_property
    def first(self) -> list[dict[str, str]]:
        """Every first attack that is worth as much. Raises Spent."""
        if self.result is None:
            return []
        race, at = self.race, self.race.begins
        value = {"win": WINS, "loss": -WINS}.get(self.result, self.bounds[0] or 0)
        alike = [each for each in race.attacks(at) if race.after_attack(at, each, self.turns, value - 1, value) >= value]
        return [attack_of(race, self.attacked, each) for each in alike]

    @property
    def equally_good(self) -> int | None:
        """How many first attacks are worth as much; None where that isn't known."""
        try:
            return len(self.first) or None
        except Spent:
            return None


def best_race(formulation: Formulation, state: State, turns: int, worth: Worths = FITTED) -> BestRace:
    """The best attack where both players attack and block on for so many turns in all, this one included, and both play best.

    Where the search is given up, there are bounds. Raises NotModelled where something in force isn't known to the search.
    """
    board = read_race(formulation, state, turns, worth_of(worth, formulation.view))
    player = formulation.player
    other = next(each for each in formulation.view.board.players if each != player)
    given = formulation.model.budget
    seconds = given.seconds_left

    def budget(part: float) -> Budget:
        steps = given.steps_left if given.limited else inf
        return Budget(
            int(min(steps, MOST_STEPS) * part) if seconds == inf or steps < inf else None,
            None if seconds == inf else max(0.0, seconds * part),
        )

    race = Race(board, budget(0.5))
    try:
        value = race.value(race.begins, turns)
    except Spent:
        return _bounded(race, budget, turns, (player, other))
    race.budget = budget(0.5)
    line = race_line(race, race.begins, turns, (player, other))
    result: Literal["win", "loss", "worth"] = "win" if value == WINS else "loss" if value == -WINS else "worth"
    known = value if result == "worth" else None
    return BestRace(player, turns, (known, known), result, dict(line[0]["attack"]), line, other, race)


def _bounded(race: Race, budget: Callable[[float], Budget], turns: int, names: tuple[str, str]) -> BestRace:
    """Bounds: what each player is sure of by simple play (`race_bounds.py`), and with few of the own choices looked at."""
    board = race.board
    sides = sure(board, 0, turns, budget(0.15)), sure(board, 1, turns, budget(0.1))
    low, high = sides[0].value, -sides[1].value
    line: list[dict[str, Any]] = [{"attack": _named(board, names[1], sides[0].attackers)}]
    for part, few in ((0.15, (FEW, None)), (0.1, (None, FEW))):
        if low == WINS or high == -WINS:
            break
        searched = Race(board, budget(part), few)
        try:
            value = searched.value(searched.begins, turns)
            if few[1] is not None:
                high = min(high, value)
            elif value > low:
                low, line = value, race_line(searched, searched.begins, turns, names)
        except Spent:
            continue
    if low == WINS or high == -WINS:
        result: Literal["win", "loss", "worth"] | None = "win" if low == WINS else "loss"
        low, high = -WINS, WINS
    else:
        result = "worth" if low == high else None
    bounds = None if low == -WINS else low, None if high == WINS else high
    return BestRace(names[0], turns, bounds, result, dict(line[0]["attack"]), line, names[1], race)


def attack_of(race: Race, attacked: str, attack: RaceAttack) -> dict[str, str]:
    """An attack of the first player's, as it is declared."""
    return _named(race.board, attacked, attack.attackers)


def _named(board: RaceBoard, attacked: str, attackers: int) -> dict[str, str]:
    return {each.id: attacked for number, each in enumerate(board.fighters[0]) if attackers >> number & 1}


def race_line(race: Race, at: RacePosition, turns: int, players: tuple[str, str]) -> list[dict[str, Any]]:
    """What both players do, each best, as steps of a case. Raises Spent."""
    steps: list[dict[str, Any]] = []
    for left in range(turns, 0, -1):
        attacked, fighters = players[1 - at.side], race.board.fighters
        value = race.value(at, left)
        few_attacks, few_blocks = race.few[at.side], race.few[1 - at.side]
        attack = next(
            each for each in race.menu(at)[:few_attacks] if race.after_attack(at, each, left, value - 1, value) >= value
        )
        reply = next(each for each in attack.replies[:few_blocks] if race.after_reply(at, each, left, value, value + 1) <= value)

        def worth(outcome: int, at: RacePosition = at, left: int = left) -> int:
            after = race.after(at, outcome)
            return WINS if after is None else -race.value(after, left - 1)

        outcome = max(reply, key=worth)
        groups = race.plays(at, attack.attackers, reply, outcome)
        steps.append({"attack": {fighters[at.side][number].id: attacked for number in groups}})
        if groups:
            steps += combat_steps(race, at, groups, attacked)
        after = race.after(at, outcome)
        if after is None:
            break
        if left > 1:
            steps.append({"turn": attacked})
        at = after
    return steps


def combat_steps(race: Race, at: RacePosition, groups: Mapping[int, tuple[int, Play]], attacked: str) -> list[dict[str, Any]]:
    """A block and what follows, as steps of a case."""
    own, others = race.board.fighters[at.side], race.board.fighters[1 - at.side]
    block: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    damage: tuple[dict[str, dict[str, int]], dict[str, dict[str, int]]] = {}, {}
    early, lost_first = False, 0
    for number, (team, play) in groups.items():
        attacker, blockers = own[number], [each for b, each in enumerate(others) if team >> b & 1]
        block |= {each.id: [attacker.id] for each in blockers}
        early = early or any(each.early for each in (attacker, *blockers))
        if race.board.rules.ordered and len(blockers) > 1:
            orders[attacker.id] = [blockers[place - 1].id for place in play.order]
        for step, (amounts, through) in zip(damage, (play.first, play.second), strict=True):
            assigned = {blockers[place - 1].id: amount for place, amount in amounts if amount}
            assigned |= {attacked: through} if through else {}
            if assigned:
                step[attacker.id] = assigned
        lost_first += play.first[1] if not attacker.infect else 0
    steps: list[dict[str, Any]] = [{"block": block}]
    steps += [{"order": orders}] if orders else []
    steps += [{"damage": damage[0]}] if early else []
    return steps if early and lost_first >= at.other_life else [*steps, {"damage": damage[1]}]
