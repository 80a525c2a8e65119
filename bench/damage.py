"""How long it takes to judge and deal combat damage: `python -m bench.damage`.

Every player's assignment is checked as a whole and dealt, with state-based actions and what triggers, from the same moment
after blocks: on a draft, as a search does it, and as a ruling of the game. Times are of processor time.

Aims: 4 × 4 1,500 times a second; 20 × 20 tramplers with deathtouch in 20 ms.
"""

from __future__ import annotations

from declarant.handlers.attempt import Draft
from declarant.handlers.game import Game
from declarant.handlers.procedure import damage_510_1 as damage
from declarant.handlers.procedure.commands import ReadAssignment
from declarant.tools.cases.permanents import permanent

from .measuring import JsonFile, Measured, command, percentiles, report, timed, within

REPEATED = 300
OFTEN = 1_500
"""How often a second a 4 × 4 combat is to be judged and dealt."""
SOON = 20
"""Milliseconds that 20 × 20 tramplers are to take."""


def blocked(size: int, power: int, text: str = "") -> Game:
    """So many attackers, each blocked by a creature of its own."""
    game = Game.start(["Ann", "Bob"])
    for number in range(size):
        game.enter(permanent(f"a{number}", "Ann", types=("Creature",), power=power, toughness=4, text=text))
    for number in range(size):
        game.enter(permanent(f"b{number}", "Bob", types=("Creature",), power=2, toughness=3))
    game.declare_attackers({f"a{number}": "Bob" for number in range(size)})
    game.declare_blockers({f"b{number}": [f"a{number}"] for number in range(size)})
    return game


def deal(game: Game, assignment: ReadAssignment) -> None:
    """Judge an assignment of everybody and deal it, on a draft of its own."""
    draft = Draft.of(game.state, game.version)
    damage.assign_the_rest(draft, assignment)
    damage.deal_damage(draft)


def measure(name: str, game: Game, assignment: ReadAssignment) -> list[Measured]:
    """Both ways, so many times; the first time, which also prepares what is kept, isn't counted."""
    deal(game, assignment)
    dealt = [timed(lambda: deal(game, assignment)) for _ in range(REPEATED)]
    judged = [timed(lambda: game.judge_dealing(assignment)) for _ in range(REPEATED)]
    rows: list[Measured] = [
        {"combat": name, "how": how, "per second": len(seconds) / sum(seconds)} | percentiles(seconds)
        for how, seconds in (("judge + deal on a draft", dealt), ("game.judge_dealing", judged))
    ]
    return rows


def main(json_file: JsonFile = None) -> None:
    """Judge and deal the combats that are measured."""
    tramplers = {f"a{number}": {f"b{number}": 1, "Bob": 4} for number in range(20)}
    small = measure("4 × 4", blocked(4, 3), {})
    rows = [row | {"aim": f"≥ {OFTEN:,} a second", "met": row["per second"] >= OFTEN} for row in small]
    large = measure("20 × 20 tramplers with deathtouch", blocked(20, 5, "Trample\nDeathtouch"), tramplers)
    rows += [row | within(row, SOON, SOON) for row in large]
    report("Combat damage", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
