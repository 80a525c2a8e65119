"""Certificates of rulings: why a ruling on a declaration of attackers or blockers is right, to be checked without the search.

A certificate is a JSON object on a line: `certificate` (its format), `action` (`ruling`), `case`, `rules`, `step`, `declaration`,
`verdict` and what shows it: `more`, a declaration that obeys more requirements; `disobeys`, where a restriction is disobeyed; or
`proof`, prices (times 5040) at which no declaration obeys more. The case itself isn't in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from ...events.errors import DeclarantError, InvalidInput, Undecided
from ...handlers.game import Game
from ...handlers.legality.formulation import Formulation
from ...handlers.legality.options import LegalAttacks, LegalBlocks
from ...handlers.legality.proving import prove
from ...handlers.legality.search.maximum import maximum
from ...handlers.legality.search.model import Declaration, obeyed, obeys_restrictions
from ...handlers.legality.verification import NotProved, check_more, check_most
from ...handlers.procedure.commands import DeclareAttackers, DeclareBlockers
from ...handlers.rulebook.concepts import Concept
from ..cases.judging import Moment, moments
from ..cases.models import Attack, Block, Case
from ..running.places import written_whole

FORMAT = 1


class NotCertified(DeclarantError):
    """There is no certificate of a ruling, and why."""


def certified(case: Case, rules: date | None = None) -> Iterator[dict[str, Any] | NotCertified]:
    """The certificate of each ruling on a declaration, or why there is none. Raises InvalidInput where the case can't go on."""
    for moment in moments(case, rules=rules):
        if isinstance(moment.step, Attack | Block):
            with moment.placed():
                try:
                    yield _certificate(moment)
                except (NotCertified, Undecided) as error:
                    yield NotCertified(f"{case.id}, step {moment.done}: {error}")


def _certificate(moment: Moment) -> dict[str, Any]:
    game, step = moment.game, moment.step
    legal, chosen = _formulated(game, step)
    command: DeclareAttackers | DeclareBlockers
    command = (
        DeclareAttackers(attackers=step.attack, **moment.options)
        if isinstance(step, Attack)
        else DeclareBlockers(blocks=step.block, **moment.options)  # type: ignore[union-attr]
    )
    ruling = game.judge(command)
    formulation = legal.formulation
    declared = _read(formulation, chosen)
    model = formulation.model
    told = {
        "certificate": FORMAT,
        "action": "ruling",
        "case": moment.case.id,
        "rules": game.edition.effective.isoformat(),
        "step": moment.done,
        "declaration": chosen,
        "verdict": ruling.verdict,
    }
    if game.edition.requirements != "global" and model.requirements:
        raise NotCertified(f"requirements are compared otherwise under the rules of {game.edition.effective}")
    if ruling.verdict == "legal":
        return told | {"proof": prove(model, model.comparable(declared), declared)}
    if ruling.concept in (Concept.ATTACK_RESTRICTIONS, Concept.BLOCK_RESTRICTIONS):
        if not obeys_restrictions(model, declared):
            return told | {"disobeys": True}
    elif ruling.concept is not None and ruling.concept.endswith(".requirements"):
        found = maximum(model, model.comparable(declared), declared)
        if obeyed(model, found.witness) > obeyed(model, declared):
            return told | {"more": {creature: list(each) for creature, each in formulation.names(found.witness).items()}}
    raise NotCertified(f"the ruling rests on {ruling.rule or ruling.verdict}, not on restrictions or requirements: {ruling.why}")


def _formulated(game: Game, step: Any) -> tuple[LegalAttacks | LegalBlocks, dict[str, list[str]]]:
    if isinstance(step, Attack):
        return game.legal_attacks, {creature: [target] for creature, target in step.attack.items()}
    return game.legal_blocks_of(step.by), {creature: list(each) for creature, each in step.block.items()}


def _read(formulation: Formulation, chosen: Mapping[str, Any]) -> Declaration:
    try:
        known = {
            creature: tuple(targets)
            for creature, targets in chosen.items()
            if creature in formulation.unit and all(target in formulation.target for target in targets)
        }
    except TypeError:
        raise NotCertified("a declaration that is none") from None
    if len(known) < len(chosen):
        raise NotCertified("something in the declaration can't be chosen at all")
    return formulation.declaration(known)


def write(path: Path, certificates: list[dict[str, Any]]) -> None:
    """Write certificates, one a line. Raises InvalidInput where that isn't possible."""
    try:
        with written_whole(path) as file:
            for each in certificates:
                file.write(json.dumps(each, separators=(",", ":"), ensure_ascii=True).encode() + b"\n")
    except OSError as error:
        raise InvalidInput("--certificate", f"{path}: {error.strerror}", "a file that can be written") from None


def verify(case: Case, told: Mapping[str, Any]) -> str:
    """Check the certificate of a ruling against its case, and say in words what it proves.

    Raises InvalidInput where it isn't about this case, NotProved where it proves nothing.
    """
    try:
        rules, step = date.fromisoformat(told["rules"]), int(told["step"])
    except (TypeError, ValueError, KeyError) as error:
        raise InvalidInput("certificate", str(error), "a day and a step") from None
    moment = next((each for each in moments(case, rules=rules) if each.done == step), None)
    if moment is None or not isinstance(moment.step, Attack | Block):
        raise InvalidInput("certificate.step", str(step), "a step that declares attackers or blockers")
    legal, chosen = _formulated(moment.game, moment.step)
    if told.get("declaration") != chosen:
        raise InvalidInput("certificate.declaration", str(told.get("declaration"))[:80], f"that of the case: {chosen}")
    if moment.game.edition.requirements != "global" and legal.formulation.model.requirements:
        raise NotProved("requirements are compared otherwise in this edition")
    formulation, model = legal.formulation, legal.formulation.model
    try:
        declared = _read(formulation, chosen)
        if told.get("verdict") == "illegal" and told.get("disobeys") is True:
            if obeys_restrictions(model, declared):
                raise NotProved("the declaration obeys every restriction")
            return "the declaration disobeys a restriction"
        allowed = model.comparable(declared)
        if told.get("verdict") == "illegal":
            more = told.get("more")
            if not isinstance(more, Mapping):
                raise NotProved("no other declaration is told")
            fewer, number = check_more(model, allowed, declared, _read(formulation, more))
            return f"another declaration obeys {number} requirements, and this one {fewer}"
        if told.get("verdict") != "legal":
            raise NotProved("a verdict that is none")
        number = check_most(model, allowed, declared, told.get("proof") or {})
    except NotCertified as error:
        raise NotProved(str(error)) from None
    return f"no declaration obeys more requirements than these {number}: at these prices none could"
