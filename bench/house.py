"""What judging, explaining, declaring, replaying and importing cost: `python -m bench.house --against DIR`.

DIR holds an older version as a folder `declarant` (`git archive 171dc34 --prefix=declarant/ | tar -x -C DIR`). Both run the
same program, which uses public names only, each in a process of its own. Times are of processor time, medians of some rounds.

Aims: explaining an 8 × 8 board costs at most 1.5 × as much as judging it; its twentieth judged block 1/5 of its first; 4 × 3
boards are judged and declared 3 × as often a second as by the older version; replay is linear in the number of cuts; `import
declarant` and a first game take half of the older version's time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from .measuring import JsonFile, command, report

PROGRAM = r"""
import gc, json, sys
from random import Random
from time import process_time

def timed(action):
    start = process_time()
    action()
    return process_time() - start

found = {}

def first_game():
    global declarant
    import declarant
    declarant.Game.start(["Ann", "Bob"])

found["import and first game s"] = timed(first_game)

TEXTS = ("", "", "", "Flying", "Flying", "Menace", "Reach", "Fear", "This creature blocks each combat if able.",
         "All creatures able to block this creature do so.", "This creature can block an additional creature each combat.")

def blocks(seed, attackers, blockers):
    random = Random(seed)
    game = declarant.Game.start(["Ann", "Bob"], rules="2025-04-04")
    for side, player, number in (("a", "Ann", attackers), ("b", "Bob", blockers)):
        for index in range(number):
            game.enter(declarant.permanent(f"{side}{index}", player, types=["Creature"], colors=["R"], power=random.randint(1, 4),
                                           toughness=random.randint(1, 4), text=random.choice(TEXTS)))
    game.declare_attackers({f"a{index}": "Bob" for index in range(attackers)})
    return game

def chosen(random, attackers, blockers):
    return {f"b{index}": [f"a{random.randrange(attackers)}"] for index in range(blockers) if random.random() < 0.7}

def middle(values):
    return sorted(values)[len(values) // 2]

# Models and rules are built when they are first used: that is paid before anything is measured.
warm = blocks(0, 3, 4)
for block in ({"b0": ["a0"]}, {"b0": ["b1"]}):
    warm.judge_blockers(block)
    warm.explain_blockers(block)
try:
    warm.declare_blockers({"b0": ["b1"]})
except declarant.IllegalDeclaration:
    warm.declare_blockers(warm.judge_blockers({"b0": ["b1"]}).instead)

# --- 8 x 8: the first judged block and the twentieth; explaining beside judging
first, twentieth, judged, explained, again, why = [], [], [], [], [], []
for seed in range(12):
    random = Random(seed)
    game = blocks(seed, 8, 8)
    tried = [chosen(random, 8, 8) for _ in range(20)]
    times = [timed(lambda: game.judge_blockers(each)) for each in tried]
    first.append(times[0])
    twentieth.append(times[-1])
    each = tried[0]
    # On an unchanged board: after it was judged before, and on one that nobody asked anything yet.
    again.append(timed(lambda: game.judge_blockers(each)))
    why.append(timed(lambda: game.explain_blockers(each)))
    one, other = blocks(seed, 8, 8), blocks(seed, 8, 8)
    judged.append(timed(lambda: one.judge_blockers(each)))
    explained.append(timed(lambda: other.explain_blockers(each)))
found["8x8 first judged ms"] = 1000 * middle(first)
found["8x8 twentieth judged ms"] = 1000 * middle(twentieth)
found["8x8 twentieth / first"] = middle(twentieth) / middle(first)
found["8x8 explain / judge, of a board as it comes"] = middle(explained) / middle(judged)
found["8x8 explain / judge, of a board judged before"] = middle(why) / middle(again)

# --- 4 x 3: rates, each the middle one of nine batches. A batch is so short that one collection of all garbage takes as long: it
# is made before, so that it doesn't fall into what comes then.
tries = [[chosen(Random(1000 * seed + number), 3, 4) for number in range(10)] for seed in range(150)]
def declared(game, block):
    try:
        game.declare_blockers(block)
    except declarant.IllegalDeclaration:
        pass
def attempted(game, tried):
    for block in tried:
        if game.combat.blocks_declared_by:
            break
        declared(game, block)
def rate(number, action):
    def batch():
        boards = [blocks(seed, 3, 4) for seed in range(150)]
        gc.collect()
        return number / timed(lambda: [action(game, tried) for game, tried in zip(boards, tries)])
    return middle([batch() for _ in range(9)])
found["4x3 judged a second, one a board"] = rate(150, lambda game, tried: game.judge_blockers(tried[0]))
found["4x3 judged a second, ten a board"] = rate(1500, lambda game, tried: [game.judge_blockers(block) for block in tried])
found["4x3 declared a second, one a board"] = rate(150, lambda game, tried: declared(game, tried[0]))
found["4x3 declared until one is legal, boards a second"] = rate(150, attempted)

# --- replay: linear in the number of cuts
def attempts(number):
    game = blocks(7, 3, 3)
    for _ in range(number):
        # The log grows, so that folding it again at each cut would cost more and more.
        game.begin_turn("Ann")
        try:
            game.declare_attackers({"b0": "Bob"})
        except declarant.IllegalDeclaration:
            pass
    return list(game.journal.entries(game.log.stream))

try:
    from declarant.tools.history.replay import replay
except ImportError:
    from declarant.tools.replay import replay
few, many = attempts(200), attempts(2000)
found["replay of 200 attempts s"] = timed(lambda: sum(1 for _ in replay(few)))
found["replay of 2,000 attempts s"] = timed(lambda: sum(1 for _ in replay(many)))
found["replay of 2,000 / of 200"] = found["replay of 2,000 attempts s"] / found["replay of 200 attempts s"]
print(json.dumps(found))
"""


def measured(against: Path | None, compiled: str) -> dict[str, float]:
    """What the program finds, of this version or of the one in that folder.

    `compiled`: a folder for bytecode, which an installation has, too.
    """
    environment = {**os.environ, **({"PYTHONPATH": str(against.resolve())} if against is not None else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = compiled
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, cwd="/", capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main(
    against: Annotated[Path | None, typer.Option(help="A folder with an older version in it, as `declarant`.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How often; the median is shown.")] = 3,
    json_file: JsonFile = None,
) -> None:
    """Measure this version, and the older one."""
    versions = {"now": None} if against is None else {"before": against, "now": None}
    seen: dict[str, list[dict[str, float]]] = {version: [] for version in versions}
    with TemporaryDirectory() as compiled:
        for number in range(rounds + 1):
            for version, against in versions.items():
                found = measured(against, compiled)
                seen[version] += [found] if number else []  # the first time compiles
    rows: list[dict[str, Any]] = []
    for what in seen["now"][0]:
        row: dict[str, Any] = {"what": what}
        row |= {version: median(found[what] for found in seen[version]) for version in versions}
        if "before" in row:
            row["now / before"] = row["now"] / row["before"]
        rows.append(row)
    report("judging, explaining, declaring, replaying, importing", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
