"""Asks an engine beside the referee about boards, and makes the board of each difference as small as it can be.

The engine is asked three things: `{"board": …, "attacks": [{creature: player}, …]}` and `{"board": …, "attack": {…},
"blocks": [{blocker: attacker}, …]}`, which of these are legal: `{"legal": [true, …]}`; and `{"board": …, "attack": {…}, "block":
{…}, "damage": [{"assigned": {…}}, …]}`, what the combat does where damage is divided so: `{"died": […], "lost": […], "life":
{…}, "poison": {…}}`. Boards are as in a line of the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from ...events.errors import DeclarantError, InvalidInput
from ...events.model import Model
from ...handlers.game import Game
from ..cases.judging import moments
from ..cases.models import Case
from .answering import as_lists, damage_steps
from .engines import EngineProcess

Asked = Literal["an attack is legal", "a block is legal", "what the combat does"]
WrittenDeclaration: TypeAlias = Mapping[str, str]
"""Who is declared: creature → the player it attacks, or the attacker it blocks."""
MOST = 64
"""Declarations that an engine is asked about at once: all that could be written down, or so many of them."""
STATED = {"id", "source", "rules", "players", "life", "poison", "battlefield", "steps"}
STATED_OF_PERMANENTS = {
    *("id", "name", "controller", "supertypes", "types", "subtypes", "colors", "mana_value"),
    *("power", "toughness", "text", "tapped", "summoning_sick"),
}
"""What boards and their creatures may say: all of it is stated to an engine."""


class EngineDifference(Model):
    """A board on which an engine says something else, and both answers.

    `case` ends with the declaration that is asked about, or with the damage: `declarant explain` says why. `found_on`: the board
    on which it was found, before that was made smaller.
    """

    asked: Asked
    found_on: str
    case: dict[str, Any]
    referee: Any
    engine: Any


class EngineComparison(Model):
    """What `declarant corpus --compare` prints: how often an engine was asked, and each difference once.

    `not_read`: boards that the engine doesn't understand; `declined`: those that the referee doesn't rule on.
    """

    engine: str
    version: str
    boards: int
    not_read: int
    declined: int
    asked: dict[str, int]
    agree: dict[str, int]
    differences: tuple[EngineDifference, ...]


class Comparing:
    """Compares an engine with the referee, board by board."""

    def __init__(self, engine: EngineProcess, seed: int) -> None:
        self._engine, self._seed = engine, seed
        self._counts = {"boards": 0, "not_read": 0, "declined": 0}
        self._asked: dict[str, int] = {}
        self._agree: dict[str, int] = {}
        self._differences: dict[str, EngineDifference] = {}

    @property
    def found(self) -> EngineComparison:
        """All that was found so far."""
        return EngineComparison(
            engine=self._engine.name,
            version=self._engine.version,
            **self._counts,
            asked=self._asked,
            agree=self._agree,
            differences=tuple(self._differences.values()),
        )

    def add(self, case: Case) -> None:
        """Take in a board of two players. Raises InvalidInput for one that says more than engines are given, and for an answer
        that doesn't fit."""
        _check(case)
        self._counts["boards"] += 1
        try:
            asked = [(each, _referee(case, each)) for each in _questions(case, Random(f"{self._seed} {case.id}"))]
        except DeclarantError:
            self._counts["declined"] += 1
            return
        for question, referee in asked:
            engine = self._answers(case, question)
            if engine is None:
                self._counts["not_read"] += 1
                return
            agree = [ours == theirs for ours, theirs in zip(referee, engine, strict=True)]
            for tally, more in ((self._asked, len(agree)), (self._agree, sum(agree))):
                tally[question.asked] = tally.get(question.asked, 0) + more
            for each, same in zip(question.declarations, agree, strict=True):
                if not same:
                    self._note(case, question._replace(declarations=[each]))

    def _answers(self, case: Case, question: _Question) -> list[Any] | None:
        """The engine's answers, one for each declaration; None where it doesn't understand the board."""
        answer = self._engine.ask(question.as_asked(case))
        if answer is None:
            return None
        try:
            if question.asked == "what the combat does":
                return [_compared(case, answer)]
            legal = [bool(each) for each in answer["legal"]]
        except (KeyError, TypeError):
            legal = []
        if len(legal) != len(question.declarations):
            raise self._engine.refused(str(answer)[:80], "an answer to each thing that is asked")
        return legal

    def _both(self, case: Case, question: _Question) -> tuple[Any, Any] | None:
        """Both answers to a question about one declaration, where they differ."""
        if not question.attack and question.asked != "an attack is legal":
            return None  # there is no declare blockers step
        try:
            referee = _referee(case, question)
        except DeclarantError:
            return None
        engine = self._answers(case, question)
        return None if engine is None or engine == referee else (referee[0], engine[0])

    def _note(self, case: Case, question: _Question) -> None:
        """Make the board of a difference smaller as long as there is one; it is kept once for each smallest board."""
        document, both = case.model_dump(mode="json", exclude_unset=True), self._both(case, question)
        while both is not None:
            for smaller in _smaller(document):
                tried = Case.model_validate(smaller)
                less = question.among([*tried.players, *(each.id for each in tried.battlefield)])
                if (found := self._both(tried, less)) is not None:
                    document, question, both = smaller, less, found
                    break
            else:
                break
        if both is None:
            return  # it isn't so again: the engine draws
        kept = {**document, "steps": question.steps()}
        key = str((question.asked, [{**each, "id": ""} for each in document["battlefield"]]))
        self._differences.setdefault(
            key, EngineDifference(asked=question.asked, found_on=case.id, case=kept, referee=both[0], engine=both[1])
        )


class _Question(NamedTuple):
    asked: Asked
    attack: WrittenDeclaration
    """The attack that is blocked."""
    declarations: Sequence[WrittenDeclaration]

    def among(self, ids: Iterable[str]) -> _Question:
        """What is left of it where these creatures and players are there."""
        there = {*ids}
        left = [{who: to for who, to in each.items() if {who, to} <= there} for each in (self.attack, *self.declarations)]
        return self._replace(attack=left[0], declarations=left[1:])

    def as_asked(self, case: Case) -> dict[str, Any]:
        """As an engine is asked it. Raises DeclarantError as `_referee`."""
        board = {"board": _board(case)}
        if self.asked == "an attack is legal":
            return {**board, "attacks": self.declarations}
        if self.asked == "a block is legal":
            return {**board, "attack": self.attack, "blocks": self.declarations}
        steps = [{"assigned": step.assigned} for step in damage_steps(_blocked(case, self), Random(0))]
        return {**board, "attack": self.attack, "block": self.declarations[0], "damage": steps}

    def steps(self) -> list[dict[str, Any]]:
        """As the steps of a case."""
        declared = self.declarations[0]
        if self.asked == "an attack is legal":
            return [{"attack": declared}]
        more: list[dict[str, Any]] = [{"damage": {}}] if self.asked == "what the combat does" else []
        return [{"attack": self.attack}, {"block": as_lists(declared)}, *more]


def _check(case: Case) -> None:
    more = {name for name in case.model_fields_set - STATED if getattr(case, name)}
    more |= {name for each in case.battlefield for name in each.model_fields_set - STATED_OF_PERMANENTS if getattr(each, name)}
    if more or len(case.players) != 2:
        found = f"{case.id}: {', '.join(sorted(more)) or f'{len(case.players)} players'}"
        raise InvalidInput("--boards", found, "boards of two players with life, poison counters and creatures")


def _questions(case: Case, random: Random) -> Iterator[_Question]:
    """What is asked about a board: attacks, the blocks of a legal one, and the combat of a legal block."""
    game, (first, second) = _begun(case), case.players
    creatures = {player: [each.id for each in case.battlefield if each.controller == player] for player in case.players}
    yield _Question("an attack is legal", {}, _written(creatures[first], [second], random))
    attacks = [attack for attack in game.legal_attacks if attack]
    if not attacks:
        return
    attack = random.choice(attacks)
    game.declare_attackers(attack)
    yield _Question("a block is legal", attack, _written(creatures[second], [*attack], random))
    legal = [block for block in game.legal_blocks if all(len(whom) == 1 for whom in block.values())]
    if legal:
        block = random.choice(legal)
        yield _Question("what the combat does", attack, [{blocker: attacker for blocker, (attacker,) in block.items()}])


def _written(creatures: Sequence[str], targets: Sequence[str], random: Random) -> list[WrittenDeclaration]:
    chosen: Iterable[tuple[str | None, ...]] = product([None, *targets], repeat=len(creatures))
    if (len(targets) + 1) ** len(creatures) > MOST:
        chosen = (tuple(random.choice([None, *targets]) for _ in creatures) for _ in range(MOST))
    return [{who: to for who, to in zip(creatures, each, strict=True) if to is not None} for each in chosen]


def _begun(case: Case) -> Game:
    (start,) = moments(case.model_copy(update={"steps": ()}))
    return start.game


def _blocked(case: Case, question: _Question) -> Game:
    game = _begun(case)
    game.declare_attackers(question.attack)
    game.declare_blockers(as_lists(question.declarations[0]))
    return game


def _referee(case: Case, question: _Question) -> list[Any]:
    """The referee's answers, one for each declaration. Raises DeclarantError where it has none."""
    if question.asked == "what the combat does":
        steps = list(damage_steps(_blocked(case, question), Random(0)))
        died, lost = ([each for step in steps for each in getattr(step, name)] for name in ("died", "lost"))
        return [_compared(case, {"died": died, "lost": lost, "life": steps[-1].life, "poison": steps[-1].poison})]
    game = _begun(case)
    if question.asked == "an attack is legal":
        rulings = [game.judge_attackers(each) for each in question.declarations]
    else:
        game.declare_attackers(question.attack)
        rulings = [game.judge_blockers(as_lists(each)) for each in question.declarations]
    if any(ruling.verdict == "undecided" or ruling.cost for ruling in rulings):
        raise InvalidInput("the board", "a ruling that is undecided, or a cost, for which engines have no mana", "neither")
    return [ruling.verdict == "legal" for ruling in rulings]


def _compared(case: Case, outcome: Mapping[str, Any]) -> dict[str, Any]:
    """What is compared of a combat: what belongs to a player who has lost leaves the game with that player."""
    gone = {each.id for each in case.battlefield if each.controller in outcome["lost"]}
    died, lost = sorted({*outcome["died"]} - gone), sorted(outcome["lost"])
    return {"died": died, "lost": lost, "life": outcome["life"], "poison": outcome["poison"]}


def _board(case: Case) -> dict[str, Any]:
    """A board as a line of the corpus has it."""
    return {
        "id": case.id,
        "players": [*case.players],
        "life": {player: case.life.get(player, 20) for player in case.players},
        "poison": {player: case.poison.get(player, 0) for player in case.players},
        "battlefield": [each.model_dump(mode="json", include=STATED_OF_PERMANENTS) for each in case.battlefield],
    }


def _smaller(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Boards that are smaller by one thing: a creature, a line of text, a number, what is out of the ordinary."""
    battlefield = document["battlefield"]
    for place, creature in enumerate(battlefield):
        before, after = battlefield[:place], battlefield[place + 1 :]
        yield {**document, "battlefield": [*before, *after]}
        lines = creature.get("text", "").splitlines()
        simpler: list[dict[str, Any]] = [{"text": "\n".join([*lines[:n], *lines[n + 1 :]])} for n in range(len(lines))]
        simpler += [
            {name: type(creature[name])()} for name in ("tapped", "summoning_sick", "colors", "subtypes") if creature.get(name)
        ]
        simpler += [{name: 2} for name in ("power", "toughness") if creature.get(name, 0) > 2]
        for each in simpler:
            yield {**document, "battlefield": [*before, {**creature, **each}, *after]}
    for name in ("poison", "life"):
        if document.get(name):
            yield {key: value for key, value in document.items() if key != name}
