"""Certificates of rulings: why the ruling on a player's choice is right, to be checked without the search.

A certificate is a JSON object on a line: `certificate` (its format), `action` (`ruling`), `case`, `rules`, `step`, `declaration`,
`verdict` and what shows it: `more`, a declaration that obeys more requirements; `disobeys`, where a restriction is disobeyed;
`wrong`, the concept of another rule that isn't complied with (a creature is tapped, a band has no banding, a cost isn't paid);
or `proof`, prices (times 5040) at which no declaration obeys more. A legal choice that no requirement is about has no more to
show than that nothing is wrong with it. The case itself isn't in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ...events.errors import DeclarantError, InvalidInput, Undecided
from ...events.model import Model
from ...handlers.game import Game
from ...handlers.legality.formulation import Formulation
from ...handlers.legality.proving import better, prove_best
from ...handlers.legality.search.model import Declaration, obeys_restrictions
from ...handlers.legality.verification import NotProved, check_best, check_better
from ...handlers.procedure import commands
from ...handlers.rulebook.concepts import Concept
from ..cases import models as m
from ..cases.judging import JudgedStep, judged_steps, moments
from ..cases.models.values import Day
from ..claims import Whole, checked_claim
from ..running.places import written_whole

FORMAT = 2


class RulingCertificate(Model):
    """Why a ruling is right, as it is written."""

    certificate: Annotated[Whole, Field(ge=FORMAT, le=FORMAT)] = Field(description=f"{FORMAT}, the format of certificates")
    action: Literal["ruling"] = Field(description="'ruling'")
    case: str = Field(default="", description="text: the id of the case")
    rules: Day = Field(description="a day, as 2026-02-27")
    step: Whole = Field(ge=0, description="a step that declares, orders or assigns: a whole number")
    declaration: dict[str, Any] = Field(description="an object: what is declared")
    verdict: str = Field(description="legal or illegal")
    proof: dict[str, Any] | None = Field(default=None, description="an object with prices, or branches")
    more: dict[str, tuple[str, ...]] | None = Field(
        default=None, description="an object: creature → list of what it is declared for"
    )
    disobeys: Any = Field(default=None, description="true")
    wrong: Any = Field(default=None, description="text: the concept of a rule")


class NotCertified(DeclarantError):
    """There is no certificate of a ruling, and why."""


def certified(case: m.Case, rules: date | None = None) -> Iterator[dict[str, Any] | NotCertified]:
    """The certificate of each ruling, or why there is none. Raises InvalidInput where the case can't go on.

    There is none of what is undecided, and of what no player chooses or an ability asks for as it resolves.
    """
    for each in judged_steps(case, rules=rules):
        if each.ruling is not None:
            try:
                yield _certificate(case, each)
            except (NotCertified, Undecided) as error:
                yield NotCertified(f"{case.id}, step {each.index}: {error}")


def _certificate(case: m.Case, judged: JudgedStep) -> dict[str, Any]:
    """The certificate of a step's ruling. Raises NotCertified, and Undecided where a search is given up."""
    command, ruling, game = judged.command, judged.ruling, judged.game_before()
    assert ruling is not None, "only rulings are certified"
    if command is None:
        raise NotCertified("the ruling isn't about a declaration, an order or an assignment of damage")
    certificate = {
        "certificate": FORMAT,
        "action": "ruling",
        "case": case.id,
        "rules": game.edition.effective.isoformat(),
        "step": judged.index,
        "declaration": _declared(command),
        "verdict": ruling.verdict,
    }
    doctrine = game.edition.requirements
    if ruling.verdict == "undecided":
        raise NotCertified(f"the ruling is undecided: {ruling.why}")
    if ruling.verdict == "legal":
        if (formulated := _formulated(game, command)) is None:
            return certificate
        return certificate | {"proof": prove_best(formulated[0].model, doctrine, _read(*formulated))}
    if ruling.concept in _REQUIREMENTS and (formulated := _formulated(game, command)) is not None:
        more = formulated[0].names(better(formulated[0].model, doctrine, _read(*formulated)))
        return certificate | {"more": {creature: list(each) for creature, each in more.items()}}
    if ruling.concept in _RESTRICTIONS:
        return certificate | {"disobeys": True}
    return certificate | {"wrong": ruling.concept}


_REQUIREMENTS = (Concept.ATTACK_REQUIREMENTS, Concept.BLOCK_REQUIREMENTS)
_RESTRICTIONS = (Concept.ATTACK_RESTRICTIONS, Concept.BLOCK_RESTRICTIONS)


def _declared(command: commands.Command) -> dict[str, Any]:
    """What is declared, as a step of a case writes it."""
    match command:
        case commands.DeclareAttackers() | commands.DeclareBlockers():
            return {creature: list(each) for creature, each in command.chosen.items()}
        case commands.AnnounceDamageOrder():
            return {creature: list(order) for creature, order in command.orders.items()}
        case commands.AssignCombatDamage() | commands.DealCombatDamage():
            return {creature: dict(amounts) for creature, amounts in command.assignment.items()}
        case commands.ReselectAttacks():
            return dict(command.targets)
    return {}


def _formulated(game: Game, command: commands.Command) -> tuple[Formulation, dict[str, tuple[str, ...]]] | None:
    """What may be declared, and what is, for a declaration of attackers or blockers."""
    match command:
        case commands.DeclareAttackers():
            return game.legal_attacks.formulation, command.chosen
        case commands.DeclareBlockers(by=player):
            return game.legal_blocks_of(player).formulation, command.chosen
    return None


def _read(formulation: Formulation, chosen: Mapping[str, Any]) -> Declaration:
    known = {
        creature: tuple(targets)
        for creature, targets in chosen.items()
        if creature in formulation.unit and all(target in formulation.target for target in targets)
    }
    if len(known) < len(chosen):
        raise NotProved("something in a declaration can't be chosen at all")
    return formulation.declaration(known)


def write(path: Path, certificates: list[dict[str, Any]]) -> None:
    """Write certificates, one a line. Raises InvalidInput where that isn't possible."""
    try:
        with written_whole(path) as file:
            for each in certificates:
                file.write(json.dumps(each, separators=(",", ":"), ensure_ascii=True).encode() + b"\n")
    except OSError as error:
        raise InvalidInput("--certificate", f"{path}: {error.strerror}", "a file that can be written") from None


def verify(case: m.Case, certificate: Mapping[str, Any]) -> str:
    """Check the certificate of a ruling against its case, and say in words what it proves.

    Whatever but requirements a choice has to comply with is looked at on the board, without any search. Raises InvalidInput where
    it isn't about this case, NotProved where it proves nothing.
    """
    claim = checked_claim(RulingCertificate, certificate)
    moment = next((each for each in moments(case, rules=claim.rules) if each.done == claim.step), None)
    if moment is None or moment.command is None:
        raise InvalidInput("certificate.step", str(claim.step), "a step that declares, orders or assigns")
    command = moment.command
    # As JSON distinguishes them: 2.0 is no 2, and true no 1.
    if json.dumps(claim.declaration, sort_keys=True) != json.dumps(_declared(command), sort_keys=True):
        found = str(claim.declaration)[:80]
        raise InvalidInput("certificate.declaration", found, f"that of the case: {_declared(command)}")
    game = moment.game
    if claim.verdict == "illegal":
        return _illegal(game, command, claim)
    if claim.verdict != "legal":
        raise NotProved("a verdict that is none")
    for concept, whys in game.plainly_wrong(command).items():
        raise NotProved(f"{_rule(game, concept)}: {'; '.join(whys)}")
    if (formulated := _formulated(game, command)) is None:
        return "it complies with every rule"
    model, declared = formulated[0].model, _read(*formulated)
    number = check_best(model, game.edition.requirements, declared, claim.proof or {})
    return f"no declaration that it is compared with obeys more requirements than these {number}: at these prices none could"


def _illegal(game: Game, command: commands.Command, claim: RulingCertificate) -> str:
    if claim.wrong is not None:
        whys = game.plainly_wrong(command).get(str(claim.wrong))
        if not whys:
            raise NotProved(f"nothing is wrong with it by {_rule(game, str(claim.wrong))}")
        return f"{_rule(game, str(claim.wrong))}: {'; '.join(whys)}"
    if (formulated := _formulated(game, command)) is None:
        raise NotProved("nothing is said that is wrong with it")
    formulation, declared = formulated[0], _read(*formulated)
    if claim.disobeys is True:
        if obeys_restrictions(formulation.model, declared):
            raise NotProved("the declaration obeys every restriction")
        return "the declaration disobeys a restriction"
    if claim.more is None:
        raise NotProved("no other declaration is stated")
    more = _read(formulation, claim.more)
    fewer, number = check_better(formulation.model, game.edition.requirements, declared, more)
    return f"another declaration obeys {number} requirements, and this one {fewer}"


def _rule(game: Game, concept: str) -> str:
    return f"rule {game.edition.number(concept)}" if concept in set(Concept) else repr(concept)
