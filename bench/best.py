"""How long it takes to find the best block and the best attack, proved: `python -m bench.best`.

Boards are drawn with the keywords of damage, with 20 life and with little. Times are milliseconds of processor time, of making
the position and searching. Beside it stands plain enumeration of all blocks, at the sizes that it reaches in the time given.
`proved`: on how many of the boards the value is proved.

Aims (median / 99th percentile, ms), where all are proved: blocks 4 × 4: 2 / 10, 8 × 8: 6 / 60 (twice that with requirements),
12 × 12: 20 / 300, 20 × 20: 150 / 1,000, 70 × 12 of which 66 are alike: 50; attacks 4 × 4: 4 / 20, 6 × 6: 8 / 60, 8 × 8: 15 /
100. Blocks where three abilities trigger within groups (median) 4 × 4: 20, 6 × 6: 200, 8 × 8: 1,000; races of 3 × 3 and 4 turns:
20, 4 × 4 and 6 turns: 500, 6 × 6 and 4 turns: 5,000; blocks against a trick: three times those without, of the same games.

`--magic-combat DIR`: a copy of github.com/basvanopheusden/magic-combat, which is asked for its best blocks of the first boards of
4 × 4, too. It plays out every block and division, and weighs what is lost otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import product
from math import inf
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from declarant import Game, permanent
from declarant.handlers.best_play.attacks import solve
from declarant.handlers.best_play.fighters import BlockersCounted, BlockTrigger, Fighter
from declarant.handlers.best_play.formula import outcome
from declarant.handlers.best_play.life_worth import taken
from declarant.handlers.best_play.looks import WINS
from declarant.handlers.best_play.master import Master
from declarant.handlers.best_play.play import FLAT
from declarant.handlers.best_play.position import BlockLimit, Position
from declarant.handlers.best_play.search import Search
from declarant.handlers.best_play.trick_combat import Trick
from declarant.handlers.budget import Budget
from declarant.handlers.legality.search.linear_program import HighsProgram

from .measuring import JsonFile, Measured, command, percentiles, report, timed, within

KEYWORDS = (
    ("early", 0.12),
    ("double", 0.05),
    ("trample", 0.2),
    ("deathtouch", 0.1),
    ("lifelink", 0.1),
    ("indestructible", 0.04),
)
BLOCKS = ((4, 4, 300), (8, 8, 100), (12, 12, 40), (20, 20, 10))
ATTACKS = ((4, 4, 100), (6, 6, 60), (8, 8, 30), (20, 20, 5), (40, 40, 1))
"""Attackers, blockers, boards."""
AIMS: dict[str, tuple[float, float]] = {
    "block 4 × 4": (2, 10),
    "block 8 × 8": (6, 60),
    "block 12 × 12": (20, 300),
    "block 20 × 20": (150, 1_000),
    "block 8 × 8, some must": (12, 120),
    "block 70 × 12": (50, 50),
    "attack 4 × 4": (4, 20),
    "attack 6 × 6": (8, 60),
    "attack 8 × 8": (15, 100),
    "block 4 × 4, three trigger": (20, inf),
    "block 6 × 6, three trigger": (200, inf),
    "block 8 × 8, three trigger": (1_000, inf),
    "race 3 × 3, 4 turns": (20, inf),
    "race 4 × 4, 6 turns": (500, inf),
    "race 6 × 6, 4 turns": (5_000, inf),
}
"""Beginning of a board's name → milliseconds that the median and the 99th percentile are to stay within; the longest counts."""
ENUMERATED = 4
"""Creatures on a side up to which all blocks are gone through as well."""


def drawn(random: Random, attackers: int, blockers: int, tight: bool) -> Position:
    """A random board; `tight`: life is a third of the power that attacks, else 20."""

    def fighter(id: str) -> Fighter:
        has = {word: random.random() < chance for word, chance in KEYWORDS}
        power, toughness = random.randint(0 if random.random() < 0.1 else 1, 5), random.randint(1, 5)
        return Fighter(
            id,
            power,
            toughness,
            power + toughness,
            early=has["early"] or has["double"],
            late=has["double"] or not has["early"],
            trample=has["trample"],
            deathtouch=has["deathtouch"],
            lifelink=has["lifelink"],
            indestructible=has["indestructible"],
        )

    sides = [fighter(f"a{i}") for i in range(attackers)], [fighter(f"b{i}") for i in range(blockers)]
    flying, menace = ([random.random() < chance for _ in range(attackers)] for chance in (0.2, 0.15))
    reach = [random.random() < 0.3 for _ in range(blockers)]
    return position(sides[0], sides[1], flying, menace, reach, tight)


def position(
    attackers: list[Fighter], blockers: list[Fighter], flying: list[bool], menace: list[bool], reach: list[bool], tight: bool
) -> Position:
    """The position of these creatures."""
    every = (1 << len(blockers)) - 1
    power = sum(a.power for a in attackers)
    return Position(
        tuple(attackers),
        tuple(blockers),
        max(2, power // 3) if tight else 20,
        "Bob",
        tuple(sum(1 << i for i, flies in enumerate(flying) if reaches or not flies) for reaches in reach),
        limits={i: (BlockLimit(every, 2, None, every),) for i, held in enumerate(menace) if held},
    )


def alike(random: Random, attackers: int, blockers: int) -> Position:
    """Many attackers, all but four alike."""
    few = drawn(random, 4, blockers, tight=False)
    token = Fighter("token", 1, 1, 2)
    return position(
        [*few.attackers, *[token] * (attackers - 4)],
        list(few.blockers),
        [False] * attackers,
        [False] * attackers,
        [True] * blockers,
        tight=False,
    )


def demanding(random: Random, attackers: int, blockers: int, tight: bool) -> Position:
    """A random board on which a quarter of the blockers block each combat if able."""
    board = drawn(random, attackers, blockers, tight)
    plain = sum(1 << a for a in range(attackers) if a not in board.limits)
    must = [b for b in range(blockers) if random.random() < 0.25 and board.able[b] & plain]
    asks = {(b, a): 1 for b in must for a in range(attackers) if board.able[b] >> a & 1}
    return replace(board, asks=asks, most_obeyed=len(must))


TRIGGERS = (
    BlockTrigger(True, power=BlockersCounted(1), toughness=BlockersCounted(1)),  # bushido
    BlockTrigger(True, each=True, to_other=True, power=BlockersCounted(-1), toughness=BlockersCounted(-1)),  # flanking
    BlockTrigger(True, power=BlockersCounted(0, 2, -1), toughness=BlockersCounted(0, 2, -1)),  # rampage
    BlockTrigger(True, lost=2),  # afflict
    BlockTrigger(True, gains=("first strike",)),
    BlockTrigger(True, power=BlockersCounted(2), toughness=BlockersCounted(2)),
)


def triggering(random: Random, size: int) -> Position:
    """A random board on which three abilities trigger within groups, two of attackers' and one of a blocker's."""
    board = drawn(random, size, size, tight=False)
    attackers, blockers = list(board.attackers), list(board.blockers)
    for number in random.sample(range(size), 2):
        attackers[number] = replace(attackers[number], triggers=(random.choice(TRIGGERS),))
    number = random.randrange(size)
    own = random.choice((TRIGGERS[0], TRIGGERS[4]))._replace(by_attacker=False)
    blockers[number] = replace(blockers[number], triggers=(own,))
    return replace(board, attackers=tuple(attackers), blockers=tuple(blockers))


WORDS = ("Flying", "Menace", "First strike", "Trample", "Deathtouch", "Lifelink", "Reach", "Vigilance")


def begun(random: Random, size: int, *, attacking: bool = False) -> Game:
    """A game of two players with so many creatures each; `attacking`: all of the first one's attack."""
    game = Game.start(["Ann", "Bob"], rules="2026-01-16", life={"Ann": 10, "Bob": 10})
    for player, letter in (("Ann", "a"), ("Bob", "b")):
        for number in range(size):
            text = "\n".join(word for word in WORDS if random.random() < 0.1)
            numbers = random.randint(1, 5), random.randint(1, 5)
            game.enter(
                permanent(f"{letter}{number}", player, types=["Creature"], power=numbers[0], toughness=numbers[1], text=text)
            )
    if attacking:
        game.declare_attackers({f"a{number}": "Bob" for number in range(size)})
    return game


def races(random: Random, size: int, turns: int, number: int) -> list[Callable[[], bool]]:
    """Questions for the best attack of races."""
    games = [begun(random, size) for _ in range(number)]
    return [lambda game=game: game.best_attack(turns=turns, worth=FLAT).proven for game in games]  # type: ignore[misc]


def asked(name: str, questions: list[Callable[[], bool]]) -> Measured:
    """Ask each question, and count on how many the value is proved."""
    proved: list[bool] = []
    seconds = [timed(lambda ask=ask: proved.append(ask())) for ask in questions]  # type: ignore[misc]
    row: Measured = {"board": name, "boards": len(questions)} | percentiles(seconds) | {"proved": sum(proved)}
    aim = max((begins for begins in AIMS if name.startswith(begins)), key=len, default=None)
    return row if aim is None else row | within(row, *AIMS[aim])


def best_block(board: Position) -> bool:
    """Search; whether the value is proved."""
    search = Search(Master(board))
    bound, _ = search.run()
    return bound == search.best or bound < search.master.least


def best_attack(board: Position) -> bool:
    """Search; whether the value is proved."""
    master = Master(board)
    solved = solve(master, None, lambda attackers: 0)
    return solved.worth == solved.bound or solved.worth == WINS


def enumerated(board: Position) -> bool:
    """Every legal block gone through, each group by formula."""
    options = [[None, *(a for a in range(len(board.attackers)) if able >> a & 1)] for able in board.able]
    best = None
    for chosen in product(*options):
        teams = [[b for b, a in enumerate(chosen) if a == attacker] for attacker in range(len(board.attackers))]
        masks = [sum(1 << b for b in team) for team in teams]
        if all(board.team_is_legal(a, mask) for a, mask in enumerate(masks) if mask):
            groups = [
                outcome(a, sorted((board.blockers[b] for b in team), key=lambda b: str(b.kind)), board.rules)
                for a, team in zip(board.attackers, teams, strict=True)
            ]
            if max(sum(g.life_first for g in groups), sum(g.life for g in groups)) < board.life:
                value, _ = taken([g.ways for g in groups], board.life_worth, board.life)
                best = value if best is None else max(best, value)
    return True


def by_magic_combat(copy: Path) -> Callable[[Position], bool]:
    """The search of magic-combat. What can't be blocked by all has flying, and who can block all has reach."""
    sys.path.insert(0, str(copy))
    try:
        magic_combat: Any = import_module("magic_combat")
    except ModuleNotFoundError as missing:
        raise typer.BadParameter(f"{missing.name} isn't there", param_hint="--magic-combat") from None

    def creature(each: Fighter, controller: str, **more: bool) -> Any:
        words = ("trample", "deathtouch", "lifelink", "indestructible")
        strikes = {"first_strike": each.early and not each.late, "double_strike": each.early and each.late}
        more |= {word: getattr(each, word) for word in words} | strikes
        return magic_combat.CombatCreature(each.id, each.power, each.toughness, controller, **more)

    def search(board: Position) -> bool:
        every = (1 << len(board.attackers)) - 1
        sides = (
            [
                creature(a, "A", flying=any(not able >> n & 1 for able in board.able), menace=n in board.limits)
                for n, a in enumerate(board.attackers)
            ],
            [creature(b, "B", reach=able == every) for b, able in zip(board.blockers, board.able, strict=True)],
        )
        states = zip("AB", (20, board.life), sides, strict=True)
        players = {name: magic_combat.PlayerState(life=life, creatures=side) for name, life, side in states}
        magic_combat.decide_optimal_blocks(magic_combat.GameState(players=players), max_iterations=10**9)
        return True

    return search


def measured(name: str, boards: list[Position], solve: Callable[[Position], bool]) -> Measured:
    """Solve each board."""
    return asked(name, [lambda board=board: solve(board) for board in boards])  # type: ignore[misc]


def rows(only: str, magic_combat: Path | None) -> Iterator[Measured]:
    """All that is measured and whose name has this in it."""
    other = None if magic_combat is None else by_magic_combat(magic_combat)
    with suppress(ModuleNotFoundError):
        HighsProgram([1], [])  # HiGHS is loaded, if it is installed
    for kind, sizes, search in (("block", BLOCKS, best_block), ("attack", ATTACKS, best_attack)):
        for n, m, number in sizes:
            for tight in (False, True):
                name = f"{kind} {n} × {m}, {'little life' if tight else '20 life'}"
                if only in name:
                    yield measured(name, [drawn(Random(seed), n, m, tight) for seed in range(number)], search)
                if kind == "block" and n <= ENUMERATED and only in (name := f"enumeration {name}"):
                    yield measured(name, [drawn(Random(seed), n, m, tight) for seed in range(10)], enumerated)
    if other is not None and only in (name := "magic-combat block 4 × 4, 20 life"):
        yield measured(name, [drawn(Random(seed), 4, 4, tight=False) for seed in range(10)], other)
    for tight in (False, True):
        if only in (name := f"block 8 × 8, some must, {'little life' if tight else '20 life'}"):
            yield measured(name, [demanding(Random(seed), 8, 8, tight) for seed in range(100)], best_block)
    if only in (name := "block 20 × 40, bounds within 3,000 steps"):
        boards = [replace(drawn(Random(seed), 20, 40, True), budget=Budget(3_000)) for seed in range(3)]
        yield measured(name, boards, best_block)
    for size, number in ((4, 60), (6, 30), (8, 10)):
        if only in (name := f"block {size} × {size}, three trigger"):
            yield measured(name, [triggering(Random(seed), size) for seed in range(number)], best_block)
    for size, turns, number in ((3, 4, 20), (4, 6, 10), (6, 4, 5)):
        if only in (name := f"race {size} × {size}, {turns} turns"):
            yield asked(name, races(Random(size), size, turns, number))
    trick = [Trick("Ann", "Growth", 3, 3)]
    for size in (4, 6):
        if only not in (name := f"game {size} × {size}, its best block against a trick"):
            continue
        games = [begun(Random(seed), size, attacking=True) for seed in range(20)]
        without = asked(name.replace("against", "without"), [lambda game=game: _proved(game, None) for game in games])  # type: ignore[misc]
        against = asked(name, [lambda game=game: _proved(game, trick) for game in games])  # type: ignore[misc]
        yield from (without, against | within(against, 3 * float(without["p50 ms"]), inf))
    if only in (name := "block 70 × 12, 66 alike"):
        yield measured(name, [alike(Random(seed), 70, 12) for seed in range(20)], best_block)


def _proved(game: Game, tricks: list[Trick] | None) -> bool:
    return (game.best_block(worth=FLAT) if tricks is None else game.best_block(worth=FLAT, tricks=tricks)).proven


def main(
    json_file: JsonFile = None,
    only: Annotated[str, typer.Option(help="Only boards whose name has this in it.")] = "",
    magic_combat: Annotated[
        Path | None, typer.Option(exists=True, file_okay=False, help="A copy of magic-combat, to be asked, too.")
    ] = None,
) -> None:
    """Find best blocks and best attacks on random boards of several sizes."""
    report("best play, with its proof", list(rows(only, magic_combat)), json_file)


if __name__ == "__main__":
    command(main, __doc__)
