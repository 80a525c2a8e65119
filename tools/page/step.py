"""One step of a dispute as a page shows it: its ruling with the reasons, what happened, and the boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from markupsafe import Markup

from ...events.prose import Parts, Reference
from ...events.ruling import Violation
from ...handlers.legality.explanation import Explanation, Requirement, Restriction
from ...handlers.legality.impossible import ImpossibleRequirement, ReasonInWords
from ...handlers.procedure.damage_explained import AssigningCreature, DamageExplanation
from ...handlers.rulebook.concepts import PAY, REQUIREMENTS, Concept
from ...handlers.rulebook.editions import edition_of, editions
from ...projections.state import State
from ..cases import models as m
from ..cases.comparison import CaseComparison
from ..cases.judging import JudgedStep
from ..cases.plainly import capital
from ..cases.report import PlainReason
from ..history.events_in_words import in_words
from . import words
from .board import Marks, Tiles, board_picture
from .board import in_words as board_in_words
from .happened import Fact, Happened, happened, standing
from .ribbon import WORDS, RulingSpan, spans
from .words import Names, shown

HEADS: dict[str, str] = {
    Concept.ATTACK_CHOOSE: "Not all of them can be chosen to attack.",
    Concept.BLOCK_CHOOSE: "Not all of them can be chosen to block so.",
    Concept.ATTACK_TARGETS: "That can’t be attacked.",
    Concept.ATTACK_RESTRICTIONS: "A restriction is disobeyed.",
    Concept.BLOCK_RESTRICTIONS: "A restriction is disobeyed.",
    Concept.ATTACK_REQUIREMENTS: "A requirement isn’t obeyed, though it can be.",
    Concept.BLOCK_REQUIREMENTS: "A requirement isn’t obeyed, though it can be.",
    Concept.ATTACK_BANDS: "These can’t attack in a band.",
    Concept.ATTACK_OPTIONAL_COSTS: "Such a cost can’t be chosen.",
    Concept.ATTACK_MANA: "That mana ability can’t be activated now.",
    Concept.BLOCK_MANA: "That mana ability can’t be activated now.",
    Concept.ATTACK_PAY: "The cost isn’t paid as it must be.",
    Concept.BLOCK_PAY: "The cost isn’t paid as it must be.",
    Concept.ATTACK_DECLARATION: "It isn’t the time for that.",
    Concept.BLOCK_DECLARATION: "It isn’t the time for that.",
    Concept.BLOCK_NO_ATTACKERS: "It isn’t the time for that.",
    Concept.BLOCK_ORDER_ATTACKER: "That is no order for its damage.",
    Concept.BLOCK_ORDER_BLOCKER: "That is no order for its damage.",
}
"""One line over the reason, by the rule concept that decides."""


@dataclass(frozen=True)
class ReasonShown:
    """A reason, a restriction or a requirement: its words, and apart from them whose ability it rests on and what that says.

    `because`: why nobody can obey it.
    """

    words: Markup
    source: Markup | None
    quote: Markup | None
    obeyed: bool | None = None
    because: tuple[ReasonShown, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A board with its caption."""

    caption: str
    verdict: str
    picture: Markup


def figure(case: m.Case, caption: str, verdict: str, state: State, marks: Marks, names: Names, tiles: Tiles) -> Figure:
    """The board of a case, the first player below."""
    label = f"{caption}. {board_in_words(state, marks, names)}"
    return Figure(caption, verdict, board_picture(state, marks, names, tiles, below=case.players[0], label=label))


@dataclass
class StepShown:
    """All that is shown of a step."""

    number: int
    sentence: Markup
    plain: str
    verdict: str | None
    word: str
    rule: str | None
    remark: str
    who: Markup
    """Who declares."""
    head: str = ""
    situation: Markup = field(default_factory=Markup)
    reasons: list[ReasonShown] = field(default_factory=list)
    others: list[ReasonShown] = field(default_factory=list)
    """What else is wrong, at other steps of the procedure."""
    instead: Markup | None = None
    declaration: dict[str, Any] | None = None
    """What would be legal instead, in the shape of what was declared."""
    fewest: bool = False
    binding: list[ReasonShown] = field(default_factory=list)
    cost: Markup | None = None
    """What it costs in total."""
    bound: str = ""
    """How many of the requirements are obeyed, in a sentence."""
    assigning: list[Markup] = field(default_factory=list)
    """How each creature may assign its combat damage."""
    facts: list[tuple[str, Markup, str | None]] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    blamed: frozenset[str] = frozenset()
    """Creatures whose choice broke a rule."""
    spans: list[RulingSpan] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    @property
    def is_declared(self) -> bool:
        """Whether there is a ruling on it."""
        return self.verdict is not None


_Reason: TypeAlias = Restriction | Requirement | ImpossibleRequirement | ReasonInWords | PlainReason | Violation
"""Whatever says whose ability it rests on, and what that says."""


class StepShower:
    """Makes one step of a case what is shown of it."""

    def __init__(self, case: m.Case, judged: JudgedStep, names: Names, tiles: Tiles) -> None:
        self.case, self.judged, self.names, self.tiles = case, judged, names, tiles
        self.ruling = judged.ruling
        self.explanation = judged.explanation()
        edition = edition_of(judged.before.board.edition or editions()[0].effective, judged.before.board.house)
        self.happened = happened(standing(judged.entries), edition)

    def shown(self, comparison: CaseComparison | None) -> StepShown:
        """The step."""
        judged, ruling, names = self.judged, self.ruling, self.names
        player = ruling.player if ruling is not None else judged.before.board.active or ""
        parts = words.of_step(judged.step, player)
        found = StepShown(
            number=judged.index,
            sentence=names.text(parts),
            plain=names.plain(parts),
            verdict=ruling.verdict if ruling is not None else None,
            word=WORDS[ruling.verdict] if ruling is not None else "",
            rule=ruling.rule if ruling is not None and ruling.verdict != "legal" else None,
            remark=shown(judged.step.why or ""),
            who=names.name(player),
            situation=self._situation(),
            facts=[
                *(self._fact(fact) for fact in self.happened.facts),
                *(("presumed", words.with_symbols(words.capital(each)), None) for each in judged.report.presumed),
            ],
            differences=[
                f"{each.field}: the case expects {in_words(each.expected)}, found {in_words(each.found)}"
                for each in judged.report.differences
            ],
        )
        if ruling is not None:
            self._state_ruling(found)
        if comparison is not None and comparison.error is None and found.is_declared:
            rulings = comparison.steps[judged.index].rulings
            if len(rulings) > 1:
                found.spans = spans(rulings)
        found.figures = list(self._figures())
        return found

    def _situation(self) -> Markup:
        board, combat, names = self.judged.before.board, self.judged.before.combat, self.names
        sentences = Markup("Turn {}, {}’s.").format(board.turn, names.name(board.active or ""))
        attacks = {attacker: attack.target for attacker, attack in combat.attackers.items() if attack.target is not None}
        if attacks:
            sentences += Markup(" {}.").format(names.text(words.declared("attack", board.active or "", attacks)))
        return sentences

    def _fact(self, fact: Fact) -> tuple[str, Markup, str | None]:
        return fact.kind, self.names.text(fact.parts), fact.rule

    def _state_ruling(self, found: StepShown) -> None:
        ruling, explanation = self.ruling, self.explanation
        assert ruling is not None, "nothing was ruled"
        if ruling.cost:
            found.cost = self.names.text(words.with_permanents(ruling.cost, self.judged.before.board.permanents))
        if ruling.verdict == "legal" and found.cost and not any(kind == "cost" for kind, *_ in found.facts):
            found.facts.insert(0, ("cost", Markup("It costs ") + found.cost, None))
        head = "That isn’t how this damage can be assigned." if ruling.action == "damage" else ""
        found.head = HEADS.get(ruling.concept or "", head) if ruling.verdict == "illegal" else ""
        found.reasons = [self._reason(each, self._with_permanents(each.parts)) for each in self.judged.report.reasons]
        if not found.reasons and ruling.verdict != "legal" and ruling.why:
            found.reasons = [ReasonShown(words.with_symbols(words.capital(ruling.why)), None, None)]
        if explanation is not None:
            others = [each for each in explanation.violations if each.concept != ruling.concept]
            found.others = [self._violation(each) for each in _worth_saying(others)]
        if isinstance(explanation, DamageExplanation):
            found.assigning = [self.names.text(_assigns(creature)) for creature in explanation.creatures]
        elif explanation is not None:
            rows: list[Restriction | Requirement] = [*explanation.restrictions, *explanation.requirements]
            found.binding = [
                *(replace(self._reason(row, row.parts), obeyed=row.obeyed) for row in rows),
                *(
                    replace(self._reason(row, row.parts), because=tuple(self._reason(each, each.parts) for each in row.because))
                    for row in explanation.impossible
                ),
            ]
            if explanation.requirements:
                found.bound = _bound(explanation.obeyed, explanation.most.obeyed, explanation.most.bound)
        if ruling.verdict == "illegal":
            found.blamed = self._blame()[1]
        instead = self._instead()
        if instead is not None and ruling.verdict != "legal":
            found.instead = self.names.text(self._declared(instead))
            found.declaration = dict(instead)
            nearest = explanation.nearest if isinstance(explanation, Explanation) else None
            found.fewest = nearest is not None and nearest.fewest

    def _reason(self, reason: _Reason, parts: Parts) -> ReasonShown:
        """A reason in these words."""
        return ReasonShown(
            self.names.text(capital(parts)),
            self.names.name(reason.source) if reason.source else None,
            words.with_symbols(reason.quote) if reason.quote else None,
        )

    def _violation(self, violation: Violation) -> ReasonShown:
        parts = violation.parts or (violation.why,)
        return self._reason(violation, self._with_permanents(parts) if violation.concept in PAY.values() else parts)

    def _with_permanents(self, parts: Parts) -> Parts:
        known = self.judged.before.board.permanents
        return tuple(
            piece for part in parts for piece in (words.with_permanents(part, known) if isinstance(part, str) else (part,))
        )

    def _instead(self) -> Mapping[str, Any] | None:
        if isinstance(self.explanation, Explanation) and self.explanation.nearest is not None:
            return self.explanation.nearest.declaration
        return self.ruling.instead if self.ruling is not None else None

    def _declared(self, chosen: Mapping[str, Any]) -> Parts:
        assert self.ruling is not None, "nothing was declared"
        if self.ruling.action == "damage":
            return words.assigned(self.ruling.player, chosen)
        action = "block" if self.ruling.action == "block" else "attack"
        return words.declared(action, self.ruling.player, chosen)

    # --- pictures -----------------------------------------------------------------------------------------------------------

    def _figures(self) -> Iterable[Figure]:
        judged, ruling = self.judged, self.ruling
        if ruling is None or ruling.verdict == "legal":
            caption, verdict = ("Declared", "legal") if ruling is not None else ("Then", "")
            if not isinstance(judged.step, m.TurnStep | m.CombatStep):
                state = judged.before if self.happened.damage or self.happened.gone else judged.after
                yield self._figure(caption, verdict, state, marks_of(state, self.happened))
            return
        yield self._figure("Declared", ruling.verdict, judged.before, self._tried())
        instead = self._instead()
        if instead is not None and ruling.action in ("attack", "block", "damage"):
            yield self._figure("Legal instead", "legal", judged.before, self._legal(instead))

    def _figure(self, caption: str, verdict: str, state: State, marks: Marks) -> Figure:
        return figure(self.case, caption, verdict, state, marks, self.names, self.tiles)

    def _tried(self) -> Marks:
        """The declaration that isn't legal, with what is wrong with it."""
        step, before = self.judged.step, self.judged.before
        unmet, wrong = self._blame()
        match step:
            case m.AttackStep(attack=attackers):
                return Marks(attacks=attackers, wrong=wrong, unmet=unmet)
            case m.BlockStep(block=blocks):
                fighting = marks_of(before, None)
                return Marks(fighting.attacks, {**fighting.blocks, **blocks}, wrong=wrong, unmet=unmet)
            case m.DealDamageStep(damage=assignment) | m.AssignStep(assign=assignment):
                fighting, to = marks_of(before, None), _recipients(assignment)
                spoken_of = {
                    part.ref
                    for each in (self.ruling.violations if self.ruling else ())
                    for part in each.parts
                    if isinstance(part, Reference)
                }
                wrong = frozenset(to).intersection(spoken_of) or frozenset(to)
                return replace(fighting, damage=to, misassigned=wrong)
        return marks_of(before, None)

    def _blame(self) -> tuple[dict[str, str], frozenset[str]]:
        """Who had to do something and doesn't, and who does what can't be done."""
        ruling, explanation, step = self.ruling, self.explanation, self.judged.step
        assert ruling is not None, "nothing was ruled"
        declared: Mapping[str, Any] = {}
        if isinstance(step, m.AttackStep | m.BlockStep):
            declared = step.attack if isinstance(step, m.AttackStep) else step.block
        unmet: dict[str, str] = {}
        wrong: set[str] = set()
        for violation in ruling.violations:
            spoken = [part.ref for part in violation.parts if isinstance(part, Reference)]
            permanents = [id for id in spoken if id in self.judged.before.board.permanents]
            if ruling.concept in REQUIREMENTS.values():
                for id in permanents[:1]:
                    fights = id in self.judged.before.combat.attackers and ruling.action == "block"
                    unmet[id] = "to be blocked" if fights else f"must {ruling.action}"
            else:
                wrong.update([id for id in permanents if id in declared] or permanents)
        if ruling.concept in PAY.values() and isinstance(explanation, Explanation):
            wrong = {instance.creature for instance in explanation.costs.incurred}
        return unmet, frozenset(wrong)

    def _legal(self, instead: Mapping[str, Any]) -> Marks:
        changed = frozenset(instead)
        if self.ruling is not None and self.ruling.action == "damage":
            to, tried = _recipients(instead), self._tried().damage
            differently = frozenset(each for each in to if to[each] != tried.get(each, 0))
            return replace(marks_of(self.judged.before, None), damage=to, reassigned=differently)
        if isinstance(self.explanation, Explanation) and self.explanation.nearest is not None:
            changed = frozenset(change.creature for change in self.explanation.nearest.changes if change.becomes)
        if self.ruling is not None and self.ruling.action == "attack":
            return Marks(attacks=instead, added=changed)
        fighting = marks_of(self.judged.before, None)
        return Marks(fighting.attacks, {**fighting.blocks, **instead}, added=changed)


def marks_of(state: State, happened: Happened | None) -> Marks:
    """Who attacks and blocks on a board as it is, and what happens to them."""
    combat = state.combat
    return Marks(
        attacks={attacker: attack.target for attacker, attack in combat.attackers.items()},
        blocks=dict(combat.blockers),
        damage=dict(happened.damage) if happened is not None else {},
        gone=frozenset(happened.gone) if happened is not None else frozenset(),
        ordered=combat.orders,
    )


def _recipients(assignment: Mapping[str, Mapping[str, int]]) -> Counter[str]:
    """How much damage is assigned to each permanent and player."""
    found = Counter[str]()
    for amounts in assignment.values():
        found.update(amounts)
    return found


def _assigns(creature: AssigningCreature) -> Parts:
    """How a creature may assign its damage."""
    parts: list[str | Reference] = [Reference(ref=creature.creature), f" assigns {creature.amount} damage "]
    for number, way in enumerate(creature.parts):
        parts += ["; or ", *way] if number else way
    if creature.lethal and creature.options:
        parts.append(" (lethal damage: ")
        for number, (other, amount) in enumerate(creature.lethal.items()):
            parts += [", " if number else "", f"{amount} to ", Reference(ref=other)]
        parts.append(")")
    return tuple(part for part in parts if part)


def _worth_saying(violations: Sequence[Violation]) -> list[Violation]:
    """Without sentences that only count, where others say who is meant."""
    naming = [each for each in violations if any(isinstance(part, Reference) for part in each.parts)]
    return naming or list(violations)


def _bound(obeyed: int, least: int, most: int) -> str:
    """How many requirements are obeyed, of those that can be obeyed at once (so many at least, and at most), in a sentence."""
    if least != most:
        return (
            f"{obeyed} of the {least} to {most} requirements that can be obeyed at once {'is' if obeyed == 1 else 'are'} obeyed."
        )
    if most == 0:
        return "No requirement can be obeyed."
    if most == 1:
        return f"One requirement can be obeyed, and it {'is' if obeyed else 'isn’t'}."
    if obeyed == most:
        return f"All {most} requirements that can be obeyed at once are."
    return f"{obeyed or 'None'} of the {most} requirements that can be obeyed at once {'are' if obeyed > 1 else 'is'} obeyed."
