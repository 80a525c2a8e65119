"""Explains the declarations of cases, and says what could have been declared instead."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal

from pydantic import Field

from ...events.damage import Assignment
from ...events.errors import InvalidInput, some_of
from ...events.journal.journal import Journal
from ...events.model import Model, is_default, is_none
from ...handlers.budget import Budget, Spent
from ...handlers.damage_assignment.legal_assignments import LegalAssignments
from ...handlers.game import Game
from ...handlers.legality.explanation import DeclaredCreatures, Explanation
from ...handlers.legality.options import LegalAttacks, LegalBlocks
from ...handlers.procedure.choosing_507_1 import implied
from ...handlers.procedure.commands import DeclareAttackers
from ...handlers.procedure.damage_explained import DamageExplanation
from ..cases.commands import EXPLAINED
from ..cases.judging import CaseMoment, moments, notes_on
from ..cases.models import AssignStep, AttackStep, BlockStep, Case, DealDamageStep
from ..cases.plainly import plain
from ..cases.reading import RefusedCase, read_cases
from ..cases.report import PlainReason
from .recorded_games import tried


class Explained(Model):
    """What `declarant explain` says of one declaration of a case: the step that makes it, counted from 0.

    `team`: the players who declare together, where turns are shared (805). `sentence`: the ruling as a judge says it to a player;
    `reasons`: a reason for each thing that is wrong.
    """

    case: str
    rules: date
    step: int
    team: tuple[str, ...] = Field((), exclude_if=is_default)
    explanation: Explanation | DamageExplanation
    sentence: str = ""
    reasons: tuple[PlainReason, ...] = ()
    notes: tuple[str, ...] = ()
    link: str | None = Field(None, exclude_if=is_none)


class OptionsReport(Model):
    """What `declarant options` says when so many steps of a case are done: how many legal declarations there are, and some."""

    case: str
    rules: date
    step: int
    action: Literal["attack", "block", "damage"]
    player: str
    team: tuple[str, ...] = Field((), exclude_if=is_default)
    """The players who declare together, where turns are shared (805)."""
    count: int
    options: tuple[DeclaredCreatures | Assignment, ...] = ()
    costs: tuple[str | None, ...] = ()
    """What each of the options costs, in words (None: nothing); of combat damage, nothing is stated."""
    presumed: tuple[str, ...] = ()
    """What the case doesn't state and was taken not to be so, since the options depend on it."""
    notes: tuple[str, ...] = ()


def read(path: Path | str, id: str | None) -> Iterator[Case | InvalidInput]:
    """The cases of a file, of a directory, of standard input (`-`) or of a line, or the one of that id.

    What can't be read comes in its place.
    """
    others: list[str] = []
    nameless: list[InvalidInput] = []
    for case in read_cases(path):
        name = case.id if isinstance(case, Case) else case.case if isinstance(case, RefusedCase) else None
        if id in (None, name):
            yield case
        if name is not None and name == id:
            return
        if name is not None:
            others.append(name)
        elif isinstance(case, InvalidInput):
            nameless.append(case)
    if id is not None:
        yield from nameless
        yield InvalidInput("--case", repr(id), f"a case of {path}: {some_of(others) or 'it has none'}")


def explain(
    case: Case, step: int | None = None, rules: date | None = None, *, budget: Budget | None = None
) -> Iterator[Explained]:
    """Explain every declaration of a case, or the one of a step. Raises InvalidInput."""
    for moment in moments(case, rules=rules, budget=budget):
        if step not in (None, moment.done):
            continue
        explanation = moment.explanation()
        if explanation is not None:
            day = _day(case, rules, moment)
            yield Explained(
                case=case.id,
                rules=day,
                step=moment.done,
                team=() if isinstance(moment.step, DealDamageStep) else _team(moment.game, explanation.ruling.player),
                explanation=explanation,
                **plain(explanation.ruling, moment.game),
                notes=notes_on(day, case),
            )
            if step is not None:
                return
    if step is not None:
        raise _no_declaration(case, step, len(case.steps))


def explain_recorded(
    journal: Journal, stream: str, at: int | None = None, *, budget: Budget | None = None
) -> Iterator[Explained]:
    """Explain every declaration that a game's journal records, or the first one after a version; `step` is the version before it.

    Raises InvalidInput where there is none, CorruptJournal.
    """
    found = False
    for each in tried(journal.entries(stream), journal.cuts(stream)):
        if at is not None and each.version <= at:
            continue
        found = True
        if each.unsure:
            raise InvalidInput(f"the declaration at version {each.version}", each.unsure, "one that is recorded whole")
        game = Game.on(each.before, budget=budget)
        explanation = game.explain(each.command)
        team = _team(game, explanation.ruling.player)
        explained = plain(explanation.ruling, game)
        day = game.edition.effective
        notes = notes_on(day, house=game.board.house)
        step = each.version - 1
        yield Explained(case=stream, rules=day, step=step, team=team, explanation=explanation, notes=notes, **explained)
        if at is not None:
            return
    if not found:
        raise InvalidInput("--at" if at is not None else "--stream", str(at or stream), "a version before a declaration")


def options_now(game: Game, *, limit: int | None = None, sample: int = 0, seed: int = 0) -> OptionsReport:
    """What may be declared now; `step` is the version of the game. Raises InvalidInput where nothing may, and Undecided."""
    legal = _legal_now(game)
    if not legal:
        raise InvalidInput("--at", str(game.version), "a version at which something may be declared")
    return _options(game, legal, Random(seed), game.log.stream, game.edition.effective, game.version, limit, sample)


def _options(
    game: Game,
    legal: LegalAttacks | LegalBlocks | LegalAssignments,
    random: Random,
    name: str,
    rules: date,
    step: int,
    limit: int | None,
    sample: int,
    case: Case | None = None,
) -> OptionsReport:
    presumed = tuple(map(str, game.presumed))
    try:
        declarations: tuple[DeclaredCreatures | Assignment, ...] = (
            tuple(legal.sample(random) for _ in range(sample)) if sample else tuple(islice(legal, limit))
        )
        count = legal.count()
    except Spent as error:
        if isinstance(legal, LegalAssignments):
            raise
        least, most = legal.bounds()
        raise Spent(f"{error}; there are {least:,} legal {_ACTIONS[type(legal)]}s at least, {most:,} at most") from None
    return OptionsReport(
        case=name,
        rules=rules,
        step=step,
        action=_ACTIONS[type(legal)],
        player=legal.player,
        team=_team(game, legal.player),
        count=count,
        options=declarations,
        costs=() if isinstance(legal, LegalAssignments) else tuple(map(legal.cost, declarations)),
        presumed=presumed,
        notes=notes_on(rules, case, game.board.house),
    )


def _team(game: Game, player: str) -> tuple[str, ...]:
    """Those who declare together with a player, and the player; nobody where the player declares alone."""
    side = game.board.side(player)
    return side if len(side) > 1 else ()


def _day(case: Case, rules: date | None, moment: CaseMoment) -> date:
    return rules or case.rules or moment.game.edition.effective


def options(
    case: Case,
    step: int | None = None,
    rules: date | None = None,
    *,
    limit: int | None = None,
    sample: int = 0,
    seed: int = 0,
    budget: Budget | None = None,
) -> Iterator[OptionsReport]:
    """What may be declared before each declaration of a case (after its steps, if it has none), or when so many steps are done.

    Stated are the first ones (as many as `limit`; None: all), or with `sample` so many drawn at random. Raises InvalidInput and
    Undecided.
    """
    random = Random(seed)
    if step is None and not any(isinstance(each, EXPLAINED) for each in case.steps):
        step = len(case.steps)
    for moment in moments(case, rules=rules, budget=budget):
        if step not in (None, moment.done):
            continue
        with moment.placed():
            legal = _legal(moment, asked=step is not None)
            if legal is None:
                continue
            day = _day(case, rules, moment)
            report = _options(moment.game, legal, random, case.id, day, moment.done, limit, sample, case)
        yield report
        if step is not None:
            return
    if step is not None:
        raise _no_declaration(case, step, len(case.steps) + 1)


_ACTIONS: dict[type[LegalAttacks | LegalBlocks | LegalAssignments], Literal["attack", "block", "damage"]] = {
    LegalAttacks: "attack",
    LegalBlocks: "block",
    LegalAssignments: "damage",
}


def _legal(moment: CaseMoment, asked: bool) -> LegalAttacks | LegalBlocks | LegalAssignments | None:
    """The options of a declaration, or where there is none and somebody asked, of what is declared next."""
    game = moment.game
    match moment.step:
        case AttackStep(attack=attackers):
            defending = implied(game.decider.moment("attack"), DeclareAttackers(attackers=attackers))
            if defending is not None:
                game = game.branch()
                game.choose_defending_player(defending)
            return game.legal_attacks
        case BlockStep(by=by):
            return game.legal_blocks_of(by)
        case AssignStep(by=by):
            return game.legal_assignments_of(by)
        case DealDamageStep():
            return game.legal_assignments
    if not asked:
        return None
    return _legal_now(game)


def _legal_now(game: Game) -> LegalAttacks | LegalBlocks | LegalAssignments:
    return game.legal_blocks or game.legal_assignments or game.legal_attacks


def _no_declaration(case: Case, step: int, end: int) -> InvalidInput:
    declaring = [str(index) for index, each in enumerate(case.steps) if isinstance(each, EXPLAINED)]
    allowed = (
        f"a step that declares attackers or blockers or assigns combat damage: {', '.join(declaring) or 'the case has none'}"
    )
    return InvalidInput("--step", str(step), allowed if end == len(case.steps) else f"0 to {end - 1}")
