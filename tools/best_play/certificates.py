"""Certificates: why nothing is better, written so that it can be checked by code that knows nothing of the search.

A certificate is a JSON object: `certificate` (its format), `case`, `rules`, `step`, `action`, `player`, `worth` (where it
isn't power and toughness), `value`, `declaration` and `proof`: prices of blockers, of life and of branches, times 5040; for an
attack also the replies that hold every attack to its value. `hold`: of the attack, and of those that were given up, the best
block by those at home if everything swings back, with its own `value` (`null`: nobody survives) and `proof`. Where there are
requirements, `legal` proves that blocks obey as many as can be, as the certificate of a ruling does. The case itself isn't in
it: it is checked against the case that is given.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...events.errors import InvalidInput, NotModelled, Undecided
from ...handlers.best_play.assignment import BestAssignment
from ...handlers.best_play.attacks import LOST_NEXT
from ...handlers.best_play.best_race import BestRace
from ...handlers.best_play.fitted import UNIT, Fitted
from ...handlers.best_play.next_turn import SwingBack, after_combat, next_attack, next_swing, read_swing_back
from ...handlers.best_play.play import (
    FITTED,
    FLAT,
    BestAttack,
    BestBlock,
    NextTurn,
    charged,
    power_and_toughness,
    worth_of,
)
from ...handlers.best_play.playing_out import BestPlayed, best_by_playing, value_of_declaration
from ...handlers.best_play.position import Position
from ...handlers.best_play.questions import after_attacking
from ...handlers.best_play.reading import (
    Worth,
    few_enough,
    legal_attacks,
    read_attack,
    read_block,
)
from ...handlers.best_play.trick_combat import Trick
from ...handlers.best_play.trick_reading import combat_with_tricks, holder_of
from ...handlers.best_play.trick_verification import TrickCheck, check_attack, check_block
from ...handlers.best_play.tricks import BestAgainstTricks
from ...handlers.best_play.verification import SCALE, Block, NotProved, check, check_reply, survives
from ...handlers.game import Game
from ...handlers.legality.formulation import Formulation
from ...handlers.legality.proving import prove
from ...handlers.legality.verification import check_most
from ...handlers.rulebook.editions import edition_of, editions
from ...handlers.view.view import View
from ...projections.state import State
from ..cases.declared import in_pairs
from ..cases.judging import moments
from ..cases.misfits import describe
from ..cases.models import Case
from ..claims import read_json
from ..running.places import file_made
from .best import BestDecision, BestPlay, StatedWorths
from .claims import (
    FORMAT,
    BestAttackCertificate,
    BestBlockCertificate,
    BestPlayCertificate,
    NextAttackClaim,
    read_claim,
)
from .tricks import stated, tricks_of

LARGEST = 16 * 1024 * 1024
"""Bytes that a certificate has at most."""
ENUMERATED = {"gone through": True}
"""The proof of what is best against tricks: every declaration, block and target is gone through."""
PLAYED_OUT = {"played out": True}
"""The proof of what has no prices: every line of the combat is played out in the game."""


def certificate(report: BestPlay, found: BestDecision, worth: StatedWorths) -> dict[str, Any]:
    """The certificate of a best play. Raises InvalidInput where it isn't proved."""
    if isinstance(found, BestRace):
        raise InvalidInput("--certificate", "with --turns", "without: a race is proved by the search alone")
    if not found.proven:
        raise InvalidInput("--certificate", "a value that isn't proved", "a search that isn't cut short")
    fields: dict[str, Any] = {
        "certificate": FORMAT,
        "case": report.case,
        "rules": report.rules.isoformat(),
        "step": report.step,
        "action": report.action,
        "player": report.player,
        "worth": worth if worth != FLAT else None,
        "value": report.value,
        "wins": report.wins or None,
        "declaration": report.declaration,
    }
    if isinstance(found, BestAgainstTricks):
        fields |= {"tricks": [stated(each) for each in found.tricks], "proof": ENUMERATED}
    elif isinstance(found, BestAssignment | BestPlayed):
        fields["proof"] = PLAYED_OUT
    else:
        _prove_by_prices(fields, found)
    return {name: value for name, value in fields.items() if value is not None or name == "value"}


def _prove_by_prices(fields: dict[str, Any], found: BestBlock | BestAttack) -> None:
    """Add the proof of a search, and that what is declared obeys as many requirements as can be. Raises NotProved."""
    fields["proof"] = found.proof
    legal = Proved(found.position, found.formulation, None, proving=True)
    if isinstance(found, BestBlock):
        fields["next_block"] = found.next_block
        legal(found.declaration, frozenset(range(len(found.position.attackers))))
    else:
        if found.holding is not None and found.value is not None:
            chosen = found.position.numbers(found.declaration)
            claims = found.holding.claims
            fields["hold"] = [claim for attack, claim in claims.items() if claim["value"] is None or attack == chosen]
        if found.ahead is not None and found.value is not None:
            fields["ahead"] = _claims_ahead(found, found.ahead, legal)
        if found.formulation.model.requirements:
            kept, given_up = _held(
                found.position, fields, found.attacks, found.holding.back if found.holding is not None else None
            )
            modes = found.read.modes(kept) if found.holding is None and found.read is not None else ()
            if found.ahead is None or found.value is None:
                check(found.position, fields, kept, legal, given_up, modes)
            else:
                ahead = found.ahead.found.items()
                replies = {attack: -solved.value for attack, (solved, _) in ahead}
                worths = {attack: replies[attack] - charged(then) for attack, (_, then) in ahead}
                _check_others_held(found.position, fields, replies, worths, kept, legal)
    fields["legal"] = legal.proofs or None


def _claims_ahead(found: BestAttack, ahead: NextTurn, legal: Proved) -> list[dict[str, Any]]:
    """Of each attack that was solved, its best block, and the best attack of the next turn after it."""
    claims = []
    position = found.position
    for attackers, (solved, then) in ahead.found.items():
        declared = position.named(solved.block)
        legal(declared, attackers)
        claim: dict[str, Any] = {
            "attack": sorted(position.attackers[a].id for a in attackers),
            "block": {"declaration": declared, "value": solved.value, "proof": solved.proof},
        }
        if then is not None:
            claim |= {"value": then.value, "declaration": then.declaration, "proof": then.proof}
            if then.formulation.model.requirements and then.read is not None:
                proving = Proved(then.position, then.formulation, None, proving=True)
                check(then.position, claim, then.attacks, proving, (), then.read.modes(then.attacks))
                claim["legal"] = proving.proofs
        claims.append(claim)
    return claims


class Proved:
    """Proofs that blocks of some attackers obey as many requirements as any (as of a ruling), by those attackers."""

    def __init__(self, position: Position, formulation: Formulation, proofs: Any, *, proving: bool = False) -> None:
        self._position, self._formulation, self._proving = position, formulation, proving
        self.proofs: dict[str, Any] = dict(proofs or {})

    def __call__(self, block: Block, who: frozenset[int]) -> bool:
        """Whether a block of these attackers is proved to be legal, where there are requirements; `proving`: find the proof."""
        model = self._formulation.model
        declared = self._formulation.declaration({blocker: tuple(whom) for blocker, whom in block.items()})
        attacking = sum(1 << a for a in who)
        allowed = [targets & attacking for targets in model.comparable(declared)]
        name = " ".join(sorted(self._position.attackers[a].id for a in who))
        try:
            if self._proving and model.requirements:
                self.proofs[name] = prove(model, allowed, declared)
            check_most(model, allowed, declared, self.proofs.get(name, {"prices": []}))
        except (NotProved, Undecided):
            return False
        return True


def write(path: Path, document: Mapping[str, Any]) -> None:
    """Write a certificate, whole or not at all. Raises InvalidInput where that isn't possible."""
    with file_made(path) as file:
        file.write(json.dumps(document, separators=(",", ":"), ensure_ascii=True).encode() + b"\n")


def read_rulings(path: Path) -> list[dict[str, Any]]:
    """The certificates of rulings in a file, one a line; none if it holds one of best play. Raises InvalidInput."""
    try:
        if path.stat().st_size > LARGEST:
            return []
        rulings = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError, RecursionError):
        return []  # `read` says what is wrong with it
    return rulings if rulings and all(isinstance(each, dict) and each.get("action") == "ruling" for each in rulings) else []


def read(path: Path) -> dict[str, Any]:
    """Read a certificate. Raises InvalidInput for what isn't one."""
    value = read_json(path, "a certificate that `declarant best --certificate` wrote", LARGEST)
    if not isinstance(value, dict):
        raise InvalidInput(str(path), describe(value), "a certificate, which is an object")
    return value


def verify(case: Case, document: Mapping[str, Any]) -> str:
    """Check a certificate against a case, and say in words what it proves: of whom, what, by which rules and worths.

    Raises InvalidInput where it is malformed or isn't about this case, NotProved where it proves nothing.
    """
    claim = read_claim(document)
    moment = next((moment for moment in moments(case, rules=claim.rules) if moment.done == claim.step), None)
    if moment is None:
        raise InvalidInput("certificate.step", str(claim.step), f"0 to {len(case.steps)}")
    own = edition_of(case.rules or editions()[0].effective, case.editions)
    return _verified(
        moment.game, claim, "" if own is moment.game.edition else f", where the case has those of {case.rules or own.effective}"
    )


def verify_recorded(game: Game, document: Mapping[str, Any]) -> str:
    """As `verify`, against a game of a journal: `step` is the version that the certificate is about."""
    claim = read_claim(document)
    if game.edition.effective != claim.rules:
        raise InvalidInput("certificate.rules", str(claim.rules), f"those of the game: {game.edition.effective}")
    return _verified(game.branch(claim.step), claim)


def _verified(game: Game, claim: BestPlayCertificate, other_rules: str = "") -> str:
    """What is proved of a game as it is now. Raises as `verify`."""
    worth = worth_of(claim.worth, game.view)
    waiting = [each.player for each in game.awaited if each.command == _COMMANDS[claim.action]]
    if claim.action == "attack" and game.board.active is not None:
        waiting = [game.board.active]
    if claim.player not in waiting:
        raise InvalidInput(
            "certificate.player", repr(claim.player), " or ".join(waiting) or f"nobody has a {claim.action} to declare"
        )
    if claim.tricks is not None or _proof(claim) == ENUMERATED:
        _check_alone(claim)
        proved = _against_tricks(game, claim)
    elif _proof(claim) == PLAYED_OUT:
        _check_alone(claim)
        proved = _played_out(game, claim, worth)
    else:
        if claim.wins != (claim.action == "attack" and claim.value is None):
            raise NotProved("a value and a win that don't fit each other")
        proved = _block(game, claim, worth) if claim.action == "block" else _attack(game, claim, worth)
    rules = f"rules of {claim.rules}{other_rules}{_worths(game, claim.worth, worth)}"
    return f"{proved} ({claim.player}'s {claim.action}: {in_pairs(claim.declaration)}; {rules})"


def _proof(claim: BestPlayCertificate) -> dict[str, Any]:
    """The proof as it is written."""
    return claim.proof if isinstance(claim.proof, dict) else claim.proof.model_dump(by_alias=True)


def _check_alone(claim: BestPlayCertificate) -> None:
    """Raises InvalidInput where `hold` or `legal` stands beside a proof that has no use for it: nobody would look at it."""
    for name in ("hold", "legal"):
        given = getattr(claim, name, None)
        if given not in (None, {}):
            found = describe(list(given) if isinstance(given, tuple) else given)
            raise InvalidInput(f"certificate.{name}", found, f"nothing beside the proof {json.dumps(_proof(claim))}")


_COMMANDS = {"attack": "DeclareAttackers", "block": "DeclareBlockers", "damage": "AssignCombatDamage"}
MOST_WORTHS = 8
"""Worths of a certificate that are said one by one."""


def _worths(game: Game, named: StatedWorths, worth: Worth) -> str:
    """The worths of a certificate's own, in words."""
    if named == FLAT:
        return ""
    if isinstance(named, str):
        return f"; by worths of its own: {named}"
    own = [f"{each.id} {worth(each)}" for each in game.board.permanents.values() if worth(each) != power_and_toughness(each)]
    listed = ", ".join(own[:MOST_WORTHS]) + (f" and {len(own) - MOST_WORTHS} others" if len(own) > MOST_WORTHS else "")
    return f"; by worths of its own: {listed}" if own else ""


def _against_tricks(game: Game, claim: BestPlayCertificate) -> str:
    """Go through every declaration and target again, with damage divided by code of the checker's own."""
    if claim.tricks is None:
        raise NotProved("a proof about tricks, without the tricks")
    if _proof(claim) != ENUMERATED:
        raise NotProved("a proof that isn't about tricks")
    tricks = tricks_of(list(claim.tricks), "certificate.tricks")
    try:
        if isinstance(claim, BestBlockCertificate):
            blocks = after_attacking(game)[0].legal_blocks_of(claim.player).formulation
            position = read_block(blocks, worth_of(claim.worth, blocks.view), triggering=True)
            weighed = check_block(_trick_check(position, blocks.view, tricks, claim), claim.declaration, claim.value)
        else:
            assert isinstance(claim, BestAttackCertificate), "damage is assigned after tricks"
            attacks = game.legal_attacks.formulation
            read_ = read_attack(attacks, game.state, worth_of(claim.worth, attacks.view), triggering=True)
            modes = read_.modes(legal_attacks(attacks, read_.number_of))
            checks = [(_trick_check(mode, attacks.view, tricks, claim), those) for mode, those in modes]
            weighed = check_attack(checks, claim.declaration, claim.value)
    except (NotModelled, Undecided) as error:
        raise NotProved(str(error)) from None
    if claim.wins != (claim.action == "attack" and claim.value is None):
        raise NotProved("a value and a win that don't fit each other")
    worth = "wins" if claim.wins else f"is worth {_points(claim)}" if claim.value is not None else "loses as every other one"
    held = "; ".join(f"{each.controller}'s {each.name}: {each.text}" for each in tricks)
    case = "with the trick" if tricks[0].controller == claim.player and len(tricks) == 1 else "in the worst case"
    if weighed is None:
        return f"the {claim.action} {worth} {case}, and no other one is better (held: {held})"
    often, average = f"{weighed.lost} of 100 games", weighed.expected / (UNIT if claim.worth == FITTED else 1)
    ends = ("wins", "more") if claim.action == "attack" else ("loses", "less")
    mean = f", is worth {average:.2f} on average in the others," if weighed.lost < 100 else ""
    return (
        f"the {claim.action} {ends[0]} in {often}{mean} and no other one {ends[0]} {ends[1]} often or is worth more with that; "
        f"it {worth} in the worst case (held: {held})"
    )


def _points(claim: BestPlayCertificate) -> str:
    """The value that is claimed, in points."""
    return "" if claim.value is None else f"{claim.value / (UNIT if claim.worth == FITTED else 1):.15g}"


def _trick_check(
    position: Position, view: View, tricks: Sequence[Trick], claim: BestBlockCertificate | BestAttackCertificate
) -> TrickCheck:
    combat = combat_with_tricks(view, position, tricks, claim.worth, claim.action)
    check = TrickCheck(combat, holder_of(tricks, view) == position.defender)
    combat.fought, combat.leaves_out = check.fought, False
    return check


def _block(game: Game, claim: BestPlayCertificate, worth: Worth) -> str:
    offer = after_attacking(game)[0].legal_blocks_of(claim.player)
    if not offer:
        raise NotProved("nobody may block now")
    position, claimed = read_block(offer.formulation, worth, triggering=True), claim.model_dump()
    assert isinstance(claim, BestBlockCertificate), "it is about a block"
    position = replace(position, chumps=claim.next_block is None)
    check(position, claimed, legal=Proved(position, offer.formulation, claim.legal))
    if claim.next_block is None:
        return _block_in_words(position, claimed)
    swing = next_swing(offer.formulation, position, claim.declaration)
    if swing is None or not survives(swing, claim.next_block):
        raise NotProved("it isn't proved that the player lives through the next attack of all")
    return f"{_block_in_words(position, claimed)}; blocks that throw a creature away aside, as the next attack of all is survived"


def _attack(game: Game, claim: BestPlayCertificate, worth: Worth) -> str:
    assert isinstance(claim, BestAttackCertificate), "it is about an attack"
    attacks = game.legal_attacks
    if not attacks:
        raise NotProved("nobody may attack now")
    read_ = read_attack(attacks.formulation, game.state, worth, triggering=claim.hold is None and claim.ahead is None)
    claimed = claim.model_dump()
    back, position = None, read_.position
    _check_names(claimed, position)
    if claim.hold is not None or claim.ahead is not None:
        back = read_swing_back(game.state, game.edition, attacks.formulation.player, position.defender, position.budget)
        position = back.distinguishing(position)
    try:
        every = legal_attacks(attacks.formulation, read_.number_of, position)
    except Undecided as error:
        raise NotProved(str(error)) from None
    legal = Proved(position, read_.formulation, claim.legal)
    if claim.ahead is not None:
        return _ahead(game, claim, position, every, legal)
    kept, given_up = _held(position, claimed, every, back)
    modes = read_.modes(kept) if claim.hold is None else ()
    check(position, claimed, kept, legal, given_up, modes)
    plans = len(claimed["proof"]["plans"])
    points = _points(claim)
    if claim.value is None:
        return "the attack wins: no block survives it"
    less = "" if back is None else " after which those at home survive if everything swings back"
    replies = "a reply" if plans == 1 else f"one of {plans} replies"
    return f"the attack is worth {points}, and whatever else attacks{less}, {replies} holds it to no more"


def _check_names(claimed: Mapping[str, Any], position: Position) -> None:
    """Raises NotProved where an attack or a plan names what isn't there, also where nothing depends on it."""
    if any(attacked != position.defender for attacked in claimed["declaration"].values()):
        raise NotProved(f"the attack isn't legal: only {position.defender} can be attacked")
    attackers, blockers = ({each.id for each in side} for side in (position.attackers, position.blockers))
    for plan in claimed["proof"]["plans"]:
        if not blockers.issuperset(plan) or not all(map(attackers.issuperset, plan.values())):
            raise NotProved(f"a plan of creatures that aren't there: {in_pairs(plan)}")


def _ahead(game: Game, claim: BestAttackCertificate, position: Position, every: Collection[frozenset[int]], legal: Proved) -> str:
    """Check that an attack is best where half of the best attack of the next turn counts. Raises NotProved."""
    attacks = game.legal_attacks.formulation
    numbers = {each.id: number for number, each in enumerate(position.attackers)}
    worths: dict[frozenset[int], int] = {}
    replies: dict[frozenset[int], int] = {}
    for each in claim.ahead or ():
        if not numbers.keys() >= {*each.attack} or each.block.value is None:
            raise NotProved("an attack of creatures that can't attack, or that wins")
        who = frozenset(numbers[id] for id in each.attack)
        check_reply(position, each.block.model_dump(), who, legal)
        try:
            after = after_combat(game.view, position, each.block.declaration, [position.attackers[n] for n in sorted(who)])
        except (NotModelled, Undecided) as error:
            raise NotProved(str(error)) from None
        replies[who], worths[who] = -each.block.value, -each.block.value - _next(each, after, attacks, position)
    if claim.value is None:
        raise NotProved("what the next turn is worth after the attack isn't proved")
    most = _check_others_held(position, claim.model_dump(), replies, worths, every, legal)
    if claim.value != most + (LOST_NEXT if most < -LOST_NEXT // 2 else 0):
        raise NotProved(f"the attack is worth {most}")
    return (
        f"the attack is worth {claim.value / UNIT:.15g}, half of the best attack of the next turn counted"
        f"{', which wins' if most < -LOST_NEXT // 2 else ''}, and no other attack is worth more"
    )


def _check_others_held(
    position: Position,
    claimed: Mapping[str, Any],
    replies: Mapping[frozenset[int], int],
    worths: Mapping[frozenset[int], int],
    every: Collection[frozenset[int]],
    legal: Proved,
) -> int:
    """What an attack is worth, the next turn counted: no other is worth more, by what is known of it, or by a plan against it.

    `replies`: what attacks are worth with their best blocks; `worths`: less for the next turn. Raises NotProved.
    """
    chosen = position.numbers(claimed["declaration"])
    if chosen not in worths:
        raise NotProved("what the next turn is worth after the attack isn't proved")
    most = worths[chosen]
    answered = {position.first_of_classes(who) for who, worth in worths.items() if worth <= most}
    check(position, {**claimed, "value": replies[chosen]}, every, legal, held_to=most, answered=answered)
    return most


def _next(claim: NextAttackClaim, after: State, attacks: Formulation, position: Position) -> int:
    """By how much an attack is worth less for the best one of the next turn. Raises NotProved."""
    formulation, state = next_attack(after, attacks.edition, position.defender, position.budget)
    if not any(formulation.model.allowed):
        return 0
    if claim.proof is None:
        raise NotProved("the best attack of the next turn isn't said")
    try:
        read_ = read_attack(formulation, state, Fitted(formulation.view), triggering=True)
        every = legal_attacks(formulation, read_.number_of, read_.position)
    except (NotModelled, Undecided) as error:
        raise NotProved(str(error)) from None
    legal = Proved(read_.position, read_.formulation, claim.legal)
    _check_names(claim.model_dump(), read_.position)
    check(read_.position, claim.model_dump(), every, legal, (), read_.modes(every))
    return LOST_NEXT if claim.value is None else max(0, claim.value) // 2


def _held(
    position: Position, claimed: Mapping[str, Any], every: Collection[frozenset[int]], back: SwingBack | None
) -> tuple[Collection[frozenset[int]], list[frozenset[int]]]:
    """The attacks after which those at home may survive if everything swings back, and those after which they can't.

    Who stays at home in a larger attack stays in a smaller one: where these don't survive, those don't. Raises NotProved.
    """
    if back is None:
        return every, []
    survives, away = False, []
    for claim in claimed["hold"]:
        check(back.at_home(claim["attack"]), claim)
        if claim["value"] is None:
            away.append(set(claim["attack"]) - back.vigilant)
        survives = survives or (claim["value"] is not None and set(claim["attack"]) == set(claimed["declaration"]))
    if not survives:
        raise NotProved("it isn't proved that those at home survive if everything swings back")
    # Who is alike in the position is alike at home.
    try:
        alike = {attack: position.first_of_classes(attack) for attack in few_enough(every)}
    except Undecided as error:
        raise NotProved(str(error)) from None
    ids = {attack: {position.attackers[a].id for a in alike[attack]} - back.vigilant for attack in every}
    given_up = [attack for attack in every if any(who <= ids[attack] for who in away)]
    return [attack for attack in every if attack not in given_up], given_up


def _played_out(game: Game, claim: BestPlayCertificate, worth: Worth) -> str:
    """Play out every line: of damage that states the division, which was found by looking at each group alone."""
    try:
        best = best_by_playing(game, claim.player, claim.action, worth)
        value = value_of_declaration(game, claim.player, claim.declaration, worth)
    except (NotModelled, Undecided) as error:
        raise NotProved(str(error)) from None
    if not best.proven:
        raise NotProved("there are too many lines to play out")
    if (best.value, best.wins) != (claim.value, claim.wins) or value != (best.value, best.wins):
        raise NotProved(f"the best is worth {'a win' if best.wins else best.value}, what is declared {value}")
    worth_in_words = "wins" if best.wins else f"is worth {_points(claim)}"
    return f"the {claim.action} {worth_in_words}, and every other line of the combat, played out, is worth no more"


def _block_in_words(position: Position, claimed: Mapping[str, Any]) -> str:
    value, proof = claimed["value"], claimed["proof"]
    if value is None:
        return "whatever blocks, the attacking player can win: at these prices no attacker offers enough"
    unit = 1 if position.life_worth.is_linear else UNIT
    points = f"{value / unit:.15g}"
    if "branch" in proof:
        return f"the block is worth {points}, and in each of the branches, at their prices, no attacker offers more"
    prices = proof["prices"]
    classes = position.classes_of_blockers()
    priced = [
        f"{position.blockers[who[0]].id}{f' and {len(who) - 1} like it' if len(who) > 1 else ''} {_number(price, unit)}"
        for who, price in zip(classes, prices.get("blockers", []), strict=False)
        if price
    ]
    life = sum(prices.get("losses", []))
    if life:
        priced.append(f"a point of life {_number(life, unit)}")
    at = f"at these prices of your blockers ({', '.join(priced)})" if priced else "even where blockers cost nothing"
    return f"the block is worth {points}: {at} no attacker offers more"


def _number(price: int, unit: int) -> str:
    whole, rest = divmod(price, SCALE * unit)
    return str(whole) if not rest else f"{price / SCALE / unit:.2f}"
