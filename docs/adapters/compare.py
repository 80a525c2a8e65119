"""Compares an engine with a corpus that `declarant corpus` wrote, or answers what `declarant corpus --compare` asks.

It needs nothing but Python, and an adapter of the engine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

State = TypeVar("State")
Creatures = Mapping[str, str]
"""Who is declared: creature → the player it attacks, or the attacker it blocks."""


class NotRead(Exception):
    """The engine doesn't understand a board."""


class Engine(Protocol[State]):
    """What an adapter does. A state is whatever the engine goes on from; none of these changes the one it is given."""

    def board(self, line: Mapping[str, Any]) -> State:
        """The board of a line, in the first player's declare attackers step. Raises NotRead."""
        ...

    def attack(self, state: State, creatures: Creatures) -> State | None:
        """The declare blockers step after that attack; None: the attack isn't legal."""
        ...

    def block(self, state: State, creatures: Creatures) -> State | None:
        """After that block; None: the block isn't legal."""
        ...

    def damage(self, state: State, steps: list[Mapping[str, Any]]) -> dict[str, Any]:
        """What a combat with these divisions of damage (`assigned` of each step) does: `died`, `lost`, `life`, `poison`."""
        ...


@dataclass
class Tally:
    """How often the engine was asked, and where it answers something else."""

    asked: int = 0
    differs: list[dict[str, Any]] = field(default_factory=list)

    def compare(self, line: Mapping[str, Any], what: Any, expected: Any, found: Any) -> None:
        self.asked += 1
        if found != expected:
            self.differs.append({"id": line["id"], "of": what, "corpus": expected, "engine": found})


@dataclass
class Comparison(Generic[State]):
    """Asks an engine all that the corpus has of one day."""

    engine: Engine[State]
    rules: str
    not_read: list[str] = field(default_factory=list)
    tallies: dict[str, Tally] = field(default_factory=dict)

    def add(self, line: Mapping[str, Any]) -> None:
        """Compare a line of the corpus."""
        (answers,) = (each for each in line["answers"] if each["rules"] == self.rules)
        try:
            state = self.engine.board(line)
        except NotRead:
            self.not_read.append(line["id"])
            return
        first, second = line["players"]
        creatures = {
            player: [each["id"] for each in line["battlefield"] if each["controller"] == player] for player in (first, second)
        }
        for stated in answers["attacks"]:
            legal = self.engine.attack(state, stated["creatures"]) is not None
            self._of("an attack is legal").compare(line, stated["creatures"], stated["verdict"] == "legal", legal)
        attacks = [self.engine.attack(state, each) for each in _written(creatures[first], [second])]
        self._of("number of legal attacks").compare(
            line, None, answers["legal_attacks"], sum(each is not None for each in attacks)
        )
        if (combat := answers["combat"]) is None:
            return
        attacked = self.engine.attack(state, combat["attack"])
        if attacked is None:
            return  # reported above, or counted
        for stated in combat["blocks"]:
            legal = self.engine.block(attacked, stated["creatures"]) is not None
            self._of("a block is legal").compare(line, stated["creatures"], stated["verdict"] == "legal", legal)
        blocks = [self.engine.block(attacked, each) for each in _written(creatures[second], [*combat["attack"]])]
        number = sum(each is not None for each in blocks)
        self._of("number of legal blocks").compare(line, combat["attack"], combat["legal_blocks"], number)
        blocked = self.engine.block(attacked, combat["block"])
        if blocked is not None:
            steps = combat["damage"]
            expected = {key: steps[-1][key] for key in ("life", "poison")}
            expected |= {key: sorted(each for step in steps for each in step[key]) for key in ("died", "lost")}
            found = self.engine.damage(blocked, steps)
            # What belongs to a player who has lost leaves the game with that player.
            gone = {each for player in expected["lost"] for each in creatures[player]}
            for stated in (expected, found):
                stated["died"] = sorted({*stated["died"]} - gone)
            self._of("what the combat does").compare(line, combat["block"], expected, found)

    def _of(self, question: str) -> Tally:
        return self.tallies.setdefault(question, Tally())

    def report(self, examples: int = 3) -> str:
        """A table, and the first differences, in Markdown."""
        rows = [
            f"| {question} | {tally.asked} | {tally.asked - len(tally.differs)} | {len(tally.differs)} |"
            for question, tally in self.tallies.items()
        ]
        stated = [
            f"- {question}, {each['id']}, {json.dumps(each['of'])}: the corpus has {json.dumps(each['corpus'])}, "
            f"the engine {json.dumps(each['engine'])}"
            for question, tally in self.tallies.items()
            for each in tally.differs[:examples]
        ]
        head = ["| question | asked | agree | differ |", "|---|---|---|---|"]
        return "\n".join([*head, *rows, "", f"Boards that weren't read: {len(self.not_read)}.", "", *stated]) + "\n"


def _written(creatures: list[str], targets: list[str]) -> Iterator[Creatures]:
    """Every declaration that could be written down."""
    for chosen in product([None, *targets], repeat=len(creatures)):
        yield {creature: target for creature, target in zip(creatures, chosen, strict=True) if target is not None}


def lines(corpus: Path, number: int | None = None) -> Iterator[dict[str, Any]]:
    """The first so many lines of a corpus, or all."""
    every = (json.loads(line) for file in sorted(corpus.glob("boards-*.jsonl")) for line in file.read_text("utf-8").splitlines())
    return islice(every, number)


def answer(engine: Engine[Any], question: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a question of `declarant corpus --compare`."""
    try:
        state = engine.board(question["board"])
    except NotRead:
        return {"not_read": True}
    if "attacks" in question:
        return {"legal": [engine.attack(state, each) is not None for each in question["attacks"]]}
    attacked = engine.attack(state, question["attack"])
    if attacked is None:
        return {"not_read": True}  # it takes the attack for illegal, which it is asked before
    if "blocks" in question:
        return {"legal": [engine.block(attacked, each) is not None for each in question["blocks"]]}
    blocked = engine.block(attacked, question["block"])
    return {"not_read": True} if blocked is None else engine.damage(blocked, question["damage"])


def answers(engine: Engine[Any], name: str, version: str) -> None:
    """Answer questions from standard input, a line each."""
    print(json.dumps({"engine": name, "version": version}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(engine, json.loads(line))), flush=True)
