"""A dispute as a page shows it: the ruling on one step first, then other years, then the record of every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal, cast

from markupsafe import Markup

from ...events.errors import DeclarantError, InvalidInput
from ...events.prose import Parts, Reference
from ...events.ruling import Violation
from ...handlers.budget import Budget
from ...handlers.legality.explanation import Explanation, Requirement, Restriction
from ...handlers.legality.impossible import Because, ImpossibleRequirement
from ...handlers.procedure.damage_explained import AssigningCreature, DamageExplanation
from ...handlers.rulebook.concepts import Concept
from ...handlers.rulebook.editions import edition_of, editions
from ...projections.state import State
from ..audit.comparison import CaseComparison, compare
from ..audit.explanations import options
from ..best_play.best import BestPlay, best
from ..cases import models as m
from ..cases.judging import JudgedStep, judged_steps, moments
from ..cases.permanents import in_other_words, looked_up
from ..cases.report import CaseReport
from ..text.events import in_words
from . import render, words
from .board import Marks, Tiles, board_picture
from .board import told as board_told
from .happened import Fact, Happened, happened, standing
from .ribbon import WORDS, Span, ribbon, spans
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
class Reason:
    """A reason, a restriction or a requirement: its words, and apart from them whose ability it rests on and what that says.

    `because`: why nobody can obey it.
    """

    words: Markup
    source: Markup | None
    quote: Markup | None
    obeyed: bool | None = None
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A board with its caption."""

    caption: str
    verdict: str
    picture: Markup


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
    reasons: list[Reason] = field(default_factory=list)
    others: list[Reason] = field(default_factory=list)
    """What else is wrong, at other steps of the procedure."""
    instead: Markup | None = None
    declaration: dict[str, Any] | None = None
    """What would be legal instead, in the shape of what was declared."""
    fewest: bool = False
    binding: list[Reason] = field(default_factory=list)
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
    spans: list[Span] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    @property
    def is_declared(self) -> bool:
        """Whether there is a ruling on it."""
        return self.verdict is not None


@dataclass(frozen=True)
class Could:
    """What could be declared: how many legal declarations there are, and the first of them."""

    count: int
    some: list[Markup]


@dataclass(frozen=True)
class Best:
    """The best play at the step whose ruling stands first: what, its worth in words, what follows, and its picture."""

    sentence: Markup
    worth: str
    line: list[Markup]
    figures: list[Figure]


@dataclass
class Turn:
    """The steps of one turn. `begins`: how it is called."""

    title: Markup
    remark: str
    steps: list[StepShown]


@dataclass
class Dispute:
    """A case with all its rulings, as it is shown. `lede`: the step whose ruling stands first; `ribbon`: of that step."""

    case: m.Case
    report: CaseReport
    title: str
    rules: date
    since: date
    lede: StepShown | None
    ribbon: Markup | None
    years: str
    turns: list[Turn]
    rulings: int
    illegal: int
    tiles: Tiles
    asked: int | None
    could: Could | None = None
    best: Best | None = None

    def _repr_html_(self) -> str:
        """The page in a notebook, in a frame of its own."""
        return render.framed(self.page())

    def page(self, **more: Any) -> str:
        """All of it as a page, with the case in it. `more`: what else the template shows."""
        return render.page("dispute.jinja", f"{self.title} · declarant", self, script="dispute.js", data=self.data, **more)

    @property
    def data(self) -> dict[str, Any]:
        """What the page carries: the case, under which rules and of which step it tells, and the rulings."""
        return {
            "declarant": render.version(),
            "page": "case",
            "step": self.asked,
            "best": self.best is not None,
            "rules": self.rules.isoformat(),
            "case": self.case.model_dump(mode="json", by_alias=True, exclude_unset=True),
            "report": self.report.model_dump(mode="json"),
        }

    @property
    def summary(self) -> str:
        """The record in a sentence or two."""
        told = f"{self.rulings} ruling{'s' if self.rulings != 1 else ''}, "
        if not self.illegal:
            return told + "all of them legal." if self.rulings else "No rulings."
        return (
            told
            + f"{self.illegal} of them not legal: what was tried then branches off, struck out, and the game went on before it."
        )


def dispute(
    case: m.Case, *, step: int | None = None, rules: date | None = None, years: bool = True, budget: Budget | None = None
) -> Dispute:
    """Judge a case and tell all of it. `step`: the one whose ruling stands first, by default the first that isn't legal, else the
    last declaration. `years`: under the rules of other days, too. `budget`: as for `Game.start`.

    Raises InvalidInput where the case can't be judged, or has no such step.
    """
    if step is not None and step >= len(case.steps):
        raise InvalidInput("--step", str(step), f"0 to {len(case.steps) - 1}" if case.steps else "nothing: the case has no steps")
    case = settled(case)
    judged = list(judged_steps(case, rules=rules, budget=budget))
    day_of_rules = rules or case.rules or editions()[0].effective
    names, tiles = Names(), Tiles()
    for each in judged:
        names.note(each.before.board)
        names.note(each.after.board)
    comparison = compare(case, tuple(edition.effective for edition in reversed(editions())), budget) if years and judged else None
    shown_steps = [_Shower(case, each, names, tiles).shown(comparison) for each in judged]
    turns = _turns(case, judged, shown_steps, names)
    lede = _lede(shown_steps, step)
    picture = None
    if lede is not None and lede.is_declared and comparison is not None and comparison.error is None:
        picture = ribbon(comparison.steps[lede.number].rulings, comparison.days, day_of_rules)
    ruled = [each for each in shown_steps if each.is_declared]
    return Dispute(
        case=case,
        report=CaseReport(
            case=case.id, rules=day_of_rules, steps=tuple(each.report for each in judged), understood=tuple(in_other_words(case))
        ),
        title=shown(case.id or "a dispute", 120),
        rules=day_of_rules,
        since=edition_of(day_of_rules).effective,
        lede=lede,
        ribbon=picture,
        years=f"{comparison.days[0].year}–{max(comparison.days[-1], day_of_rules).year}" if comparison is not None else "",
        turns=turns,
        rulings=len(ruled),
        illegal=sum(each.verdict == "illegal" for each in ruled),
        tiles=tiles,
        asked=step,
    )


def could_be_declared(shown: Dispute, most: int, budget: Budget | None = None) -> Could | None:
    """What could be declared at the step whose ruling stands first; None where that can't be counted, or it declares nothing."""
    if shown.lede is None or not isinstance(shown.case.steps[shown.lede.number], m.Attack | m.Block):
        return None
    try:
        (found,) = options(shown.case, shown.lede.number, shown.rules, limit=most, budget=budget)
    except DeclarantError:
        return None
    names = Names()
    for moment in moments(shown.case, rules=shown.rules, budget=budget):
        names.note(moment.game.board)
    told = [words.declared(found.action, found.player, cast(Mapping[str, Any], option)) for option in found.options]
    return Could(found.count, [names.told(each) for each in told])


def best_play(shown: Dispute, budget: Budget | None = None) -> Best | None:
    """What the best play would have been; None where the step declares nothing. What isn't known to the search is told so.

    `budget`: as for `Game.start`.
    """
    step = shown.lede.number if shown.lede is not None else 0
    declaration = shown.case.steps[step] if shown.lede is not None else None
    if not isinstance(declaration, m.Attack | m.Block):
        return None
    action: Literal["attack", "block"] = "attack" if isinstance(declaration, m.Attack) else "block"
    try:
        found, _ = best(shown.case, step=step, action=action, rules=shown.rules, budget=budget)
    except DeclarantError as error:
        return Best(words.with_symbols(f"It isn’t known: {error}"), "", [], [])
    names, state = Names(), State()
    for moment in moments(shown.case, rules=shown.rules):
        names.note(moment.game.board)
        if moment.done == step:
            state = moment.game.state.copy()
    fighting = _fighting(state, None)
    declared: Mapping[str, Any] = found.declaration
    marks = Marks(declared) if action == "attack" else Marks(fighting.attacks, {**fighting.blocks, **declared})
    label = f"The best {action}. {board_told(state, marks, names)}"
    picture = board_picture(state, marks, names, shown.tiles, below=shown.case.players[0], label=label)
    told = []
    for each in found.line[1:]:
        if "block" in each:
            told.append(names.told(words.declared("block", _other(shown.case, found.player), each["block"])))
        elif "damage" in each:
            told.append(names.told(words.assigned("", each["damage"])))
    sentence = names.told(words.declared(action, found.player, declared))
    return Best(sentence, _worth(found), told, [Figure(f"The best {action}", "legal", picture)])


def _other(case: m.Case, player: str) -> str:
    return next((each for each in case.players if each != player), player)


def _worth(found: BestPlay) -> str:
    """What a best play is worth, to who declares."""
    low, high = found.bounds
    if found.wins:
        return "It wins, whatever blocks."
    if found.proven and found.value is None:
        return "Nothing is worth more: whatever blocks, the game is lost."
    if not found.proven:
        told = ["a loss" if bound is None else f"{bound:+d}" for bound in (low, high)]
        return f"Worth {told[0]} at least, {told[1]} at most: the search was cut short."
    others = f" {found.equally_good - 1} more are worth as much." if found.equally_good and found.equally_good > 1 else ""
    return f"Worth {found.value:+d} in power, toughness and life, and nothing is worth more.{others}"


def settled(case: m.Case) -> m.Case:
    """The case with what cards say written out, so that it is judged alike where no cards are loaded."""
    steps = tuple(
        step.model_copy(update={"enters": looked_up(step.enters)}) if isinstance(step, m.Enters) else step for step in case.steps
    )
    found = case.model_copy(update={"battlefield": tuple(map(looked_up, case.battlefield)), "steps": steps})
    found._place = case.place
    return found


def _lede(steps: Sequence[StepShown], asked: int | None) -> StepShown | None:
    if asked is not None:
        return steps[asked]
    wrong = next((each for each in steps if each.is_declared and each.verdict != "legal"), None)
    ruled = [each for each in steps if each.is_declared]
    return wrong or (ruled[-1] if ruled else steps[-1] if steps else None)


def _turns(case: m.Case, judged: Sequence[JudgedStep], steps: Sequence[StepShown], names: Names) -> list[Turn]:
    turns: list[Turn] = []
    for each, step in zip(judged, steps, strict=True):
        board = each.after.board
        if not turns or isinstance(each.step, m.Turn):
            title = Markup("Turn {} · {}").format(board.turn, names.name(board.active or ""))
            turns.append(Turn(title, step.remark if isinstance(each.step, m.Turn) else "", []))
            if isinstance(each.step, m.Turn):
                if step.facts or step.differences:
                    turns[-1].steps.append(step)
                continue
        turns[-1].steps.append(step)
    return turns


class _Shower:
    """Makes one step of a case what is shown of it."""

    def __init__(self, case: m.Case, judged: JudgedStep, names: Names, tiles: Tiles) -> None:
        self.case, self.judged, self.names, self.tiles = case, judged, names, tiles
        self.ruling = judged.ruling
        self.explanation = judged.explanation()
        edition = edition_of(judged.before.board.edition or judged.after.board.edition or editions()[0].effective)
        self.happened = happened(standing(judged.entries), edition)

    def shown(self, comparison: CaseComparison | None) -> StepShown:
        """The step."""
        judged, ruling, names = self.judged, self.ruling, self.names
        player = ruling.player if ruling is not None else judged.before.board.active or ""
        parts = words.of_step(judged.step, player)
        found = StepShown(
            number=judged.index,
            sentence=names.told(parts),
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
            self._tell_ruling(found)
        if comparison is not None and comparison.error is None and found.is_declared:
            rulings = comparison.steps[judged.index].rulings
            if len(rulings) > 1:
                found.spans = spans(rulings)
        found.figures = list(self._figures())
        return found

    def _situation(self) -> Markup:
        board, combat, names = self.judged.before.board, self.judged.before.combat, self.names
        told = Markup("Turn {}, {}’s.").format(board.turn, names.name(board.active or ""))
        attacks = {attacker: attack.target for attacker, attack in combat.attackers.items() if attack.target is not None}
        if attacks:
            told += Markup(" {}.").format(names.told(words.declared("attack", board.active or "", attacks)))
        return told

    def _fact(self, fact: Fact) -> tuple[str, Markup, str | None]:
        return fact.kind, self.names.told(fact.parts), fact.rule

    def _tell_ruling(self, found: StepShown) -> None:
        ruling, explanation = self.ruling, self.explanation
        assert ruling is not None, "nothing was ruled"
        if ruling.cost:
            found.cost = self.names.told(words.with_permanents(ruling.cost, self.judged.before.board.permanents))
        if ruling.verdict == "legal" and found.cost and not any(kind == "cost" for kind, *_ in found.facts):
            found.facts.insert(0, ("cost", Markup("It costs ") + found.cost, None))
        head = "That isn’t how this damage can be assigned." if ruling.action == "damage" else ""
        found.head = HEADS.get(ruling.concept or "", head) if ruling.verdict == "illegal" else ""
        violations = _telling(ruling.violations)
        found.reasons = [self._reason(violation) for violation in violations]
        if not found.reasons and ruling.verdict != "legal" and ruling.why:
            found.reasons = [Reason(words.with_symbols(words.capital(ruling.why)), None, None)]
        if isinstance(explanation, DamageExplanation):
            others = [each for each in explanation.violations if each.concept != ruling.concept]
            found.others = [self._reason(violation) for violation in _telling(others)]
            found.assigning = [self.names.told(_assigns(creature)) for creature in explanation.creatures]
        elif explanation is not None:
            others = [each for each in explanation.violations if each.concept != ruling.concept]
            found.others = [self._reason(violation) for violation in _telling(others)]
            rows: list[Restriction | Requirement] = [*explanation.restrictions, *explanation.requirements]
            found.binding = [
                *(replace(self._told(row), obeyed=row.obeyed) for row in rows),
                *(
                    replace(self._told(row), because=tuple(self._told(reason) for reason in row.because))
                    for row in explanation.impossible
                ),
            ]
            if explanation.requirements:
                most = explanation.most
                number = str(most.obeyed) if most.obeyed == most.bound else f"{most.obeyed} to {most.bound}"
                found.bound = f"{explanation.obeyed} of the {number} requirements that can be obeyed are obeyed."
        if ruling.verdict == "illegal":
            found.blamed = self._blame()[1]
        instead = self._instead()
        if instead is not None and ruling.verdict != "legal":
            found.instead = self.names.told(self._declared(instead))
            found.declaration = dict(instead)
            nearest = explanation.nearest if isinstance(explanation, Explanation) else None
            found.fewest = nearest is not None and nearest.fewest

    def _told(self, row: Restriction | Requirement | ImpossibleRequirement | Because) -> Reason:
        return Reason(
            self.names.told(_capital(row.parts)) if row.parts else Markup(""),
            self.names.name(row.source) if row.source else None,
            words.with_symbols(row.quote) if row.quote else None,
        )

    def _reason(self, violation: Violation) -> Reason:
        parts = violation.parts or (violation.why,)
        return Reason(
            self.names.told(_capital(self._with_permanents(parts) if violation.concept.endswith(".pay") else parts)),
            self.names.name(violation.source) if violation.source else None,
            words.with_symbols(violation.quote) if violation.quote else None,
        )

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
        if ruling is None:
            if not isinstance(judged.step, m.Turn | m.Combat):
                marks = _fighting(judged.after, self.happened)
                state = judged.before if self.happened.damage or self.happened.gone else judged.after
                yield self._figure("Then", "", state, _fighting(state, self.happened) if state is judged.before else marks)
            return
        if ruling.verdict == "legal":
            dealt = self.happened.damage or self.happened.gone
            state = judged.before if dealt else judged.after
            yield self._figure("Declared", "legal", state, _fighting(state, self.happened))
            return
        yield self._figure("Declared", ruling.verdict, judged.before, self._tried())
        instead = self._instead()
        if instead is not None and ruling.action in ("attack", "block", "damage"):
            yield self._figure("Legal instead", "legal", judged.before, self._legal(instead))

    def _figure(self, caption: str, verdict: str, state: State, marks: Marks) -> Figure:
        label = f"{caption}. {board_told(state, marks, self.names)}"
        below = self.case.players[0]
        return Figure(caption, verdict, board_picture(state, marks, self.names, self.tiles, below=below, label=label))

    def _tried(self) -> Marks:
        """The declaration that isn't legal, with what is wrong with it."""
        step, before = self.judged.step, self.judged.before
        unmet, wrong = self._blame()
        match step:
            case m.Attack(attack=attackers):
                return Marks(attacks=attackers, wrong=wrong, unmet=unmet)
            case m.Block(block=blocks):
                fighting = _fighting(before, None)
                return Marks(fighting.attacks, {**fighting.blocks, **blocks}, wrong=wrong, unmet=unmet)
            case m.Damage(damage=assignment) | m.Assign(assign=assignment):
                fighting, to = _fighting(before, None), _recipients(assignment)
                spoken_of = {
                    part.ref
                    for each in (self.ruling.violations if self.ruling else ())
                    for part in each.parts
                    if isinstance(part, Reference)
                }
                wrong = frozenset(to).intersection(spoken_of) or frozenset(to)
                return replace(fighting, damage=to, misassigned=wrong)
        return _fighting(before, None)

    def _blame(self) -> tuple[dict[str, str], frozenset[str]]:
        """Who had to do something and doesn't, and who does what can't be done."""
        ruling, explanation, step = self.ruling, self.explanation, self.judged.step
        assert ruling is not None, "nothing was ruled"
        declared: Mapping[str, Any] = {}
        if isinstance(step, m.Attack | m.Block):
            declared = step.attack if isinstance(step, m.Attack) else step.block
        unmet: dict[str, str] = {}
        wrong: set[str] = set()
        for violation in ruling.violations:
            spoken = [part.ref for part in violation.parts if isinstance(part, Reference)]
            permanents = [id for id in spoken if id in self.judged.before.board.permanents]
            if (ruling.concept or "").endswith(".requirements"):
                for id in permanents[:1]:
                    fights = id in self.judged.before.combat.attackers and ruling.action == "block"
                    unmet[id] = "to be blocked" if fights else f"must {ruling.action}"
            else:
                wrong.update([id for id in permanents if id in declared] or permanents)
        if (ruling.concept or "").endswith(".pay") and isinstance(explanation, Explanation):
            wrong = {instance.creature for instance in explanation.costs.incurred}
        return unmet, frozenset(wrong)

    def _legal(self, instead: Mapping[str, Any]) -> Marks:
        changed = frozenset(instead)
        if self.ruling is not None and self.ruling.action == "damage":
            to, tried = _recipients(instead), self._tried().damage
            differently = frozenset(each for each in to if to[each] != tried.get(each, 0))
            return replace(_fighting(self.judged.before, None), damage=to, reassigned=differently)
        if isinstance(self.explanation, Explanation) and self.explanation.nearest is not None:
            changed = frozenset(change.creature for change in self.explanation.nearest.changes if change.becomes)
        if self.ruling is not None and self.ruling.action == "attack":
            return Marks(attacks=instead, added=changed)
        fighting = _fighting(self.judged.before, None)
        return Marks(fighting.attacks, {**fighting.blocks, **instead}, added=changed)


def _fighting(state: State, happened: Happened | None) -> Marks:
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


def _telling(violations: Sequence[Violation]) -> list[Violation]:
    """Without sentences that only count, where others tell who is meant."""
    telling = [each for each in violations if any(isinstance(part, Reference) for part in each.parts)]
    return telling or list(violations)


def _capital(parts: Parts) -> Parts:
    """A sentence that begins with a word begins with a capital letter; names stay as they are."""
    if parts and isinstance(parts[0], str):
        return (words.capital(parts[0]), *parts[1:])
    return parts
