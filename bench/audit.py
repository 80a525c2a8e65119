"""How many declarations a second are judged on 4 × 3 boards: `python -m bench.audit`.

End to end in process, in three ways: as cases (wording, game, journal, report), as commands to a game that declares them, and
as questions to a game that only judges. Per second of processor time, medians of five rounds.

Aim: 2,000 a second in each way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from statistics import median
from typing import Annotated, Any, TypeVar

import typer
from declarant.events.errors import IllegalDeclaration
from declarant.events.facts import PermanentEntered
from declarant.handlers.game import Game
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import AttackStep, BlockStep, Case
from declarant.tools.oracle import read_permanent

from .measuring import JsonFile, Measured, command, report, timed

Prepared = TypeVar("Prepared")

ROUNDS = 5
AIM = 2_000
"""Declarations a second."""
ATTACKER_TEXTS = ("", "", "Flying", "Menace", "Vigilance", "All creatures able to block this creature do so.")
BLOCKER_TEXTS = ("", "", "Reach", "Flying", "This creature blocks each combat if able.", "This creature can't block alone.")


def drawn_case(random: Random, number: int) -> Case:
    """Three attackers against four blockers; two attacks and four blocks are tried, some of them illegal."""
    attackers, blockers = [f"a{n}" for n in range(3)], [f"b{n}" for n in range(4)]
    battlefield: list[dict[str, Any]] = []
    for ids, controller, texts in ((attackers, "Ann", ATTACKER_TEXTS), (blockers, "Bob", BLOCKER_TEXTS)):
        for id in ids:
            permanent = {"id": id, "controller": controller, "name": id, "types": ["Creature"], "text": random.choice(texts)}
            battlefield.append(permanent | {"power": 2, "toughness": 2})
    blocks = [
        {blocker: [random.choice(attackers)] for blocker in random.sample(blockers, random.randint(0, 4))} for _ in range(4)
    ]
    steps: list[dict[str, Any]] = [{"attack": {"b0": "Bob"}}, {"attack": dict.fromkeys(attackers, "Bob")}]
    steps += [{"block": block} for block in blocks]
    return Case.model_validate({"id": f"drawn-{number}", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": steps})


def laid_out(case: Case) -> Game:
    """The game of a case before its first declaration."""
    game = Game.start(case.players)
    for permanent in case.battlefield:
        types = (*permanent.supertypes, *permanent.types, *permanent.subtypes)
        game.enter(
            PermanentEntered(
                id=permanent.id,
                controller=permanent.controller,
                owner=permanent.controller,
                types=types,
                power=permanent.power,
                toughness=permanent.toughness,
                abilities=read_permanent(permanent.text, name=permanent.name, types=types) if permanent.text else (),
            )
        )
    return game


def declaring(case: Case) -> Iterator[Callable[[Game], object]]:
    """The steps of a case as commands."""
    for step in case.steps:
        if isinstance(step, AttackStep):
            yield partial(Game.declare_attackers, attackers=step.attack)
        elif isinstance(step, BlockStep):
            yield partial(Game.declare_blockers, blocks=step.block)


def judging(case: Case) -> Iterator[Callable[[Game], object]]:
    """The blocks of a case as questions."""
    for step in case.steps:
        if isinstance(step, BlockStep):
            yield partial(Game.judge_blockers, blocks=step.block)


def run(games: list[tuple[Game, list[Callable[[Game], object]]]]) -> None:
    """Run the commands of each game; what is illegal is taken back."""
    for game, steps in games:
        for step in steps:
            with suppress(IllegalDeclaration):
                step(game)


def rate(number: int, prepare: Callable[[], Prepared], run: Callable[[Prepared], object]) -> float:
    """How many a second; the median of several rounds, each on what is prepared anew."""
    prepared = [prepare() for _ in range(ROUNDS)]
    return number / median(timed(partial(run, each)) for each in prepared)


def main(
    json_file: JsonFile = None,
    cases: Annotated[int, typer.Option(help="How many cases.")] = 300,
) -> None:
    """Judge random 4 × 3 boards in three ways."""
    random = Random(0)
    drawn = [drawn_case(random, number) for number in range(cases)]
    declarations = sum(len(case.steps) for case in drawn)
    assert all(judge(case).error is None for case in drawn), "a case isn't understood"

    def attacked(case: Case) -> Game:
        game = laid_out(case)
        run([(game, list(declaring(case))[:2])])
        return game

    figures = {
        "judge(case): board, wording, declarations, report": rate(
            declarations, lambda: drawn, lambda cases: [judge(case) for case in cases]
        ),
        "Game: declare, illegal ones taken back": rate(
            declarations, lambda: [(laid_out(case), list(declaring(case))) for case in drawn], run
        ),
        "Game: judge only, blocks": rate(
            declarations - 2 * cases, lambda: [(attacked(case), list(judging(case))) for case in drawn], run
        ),
    }
    rows: list[Measured] = [
        {"how": how, "declarations a second": number, "aim": f"≥ {AIM:,}", "met": number >= AIM}
        for how, number in figures.items()
    ]
    report("audit: declarations on 4 × 3 boards, in memory", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
