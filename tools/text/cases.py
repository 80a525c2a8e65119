"""Judged cases as people read them: the board, each step with its ruling, and what differs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from rich.console import Group, RenderableType
from rich.text import Text

from ...events.journal.log import Rewound
from ...events.ruling import Ruling
from ..audit.audit import Audited
from ..cases import models as m
from ..cases.comparison import Ruled
from ..cases.life import together
from ..cases.permanents import looked_up
from ..cases.report import CaseReport, DamageReport, Resolved, StepReport
from ..cases.reporting import PASSED_OVER
from ..history.events_in_words import assignment_in_words, declared_in_words, in_words, taken_back_in_words
from .boards import Shown, harm_of, shown_board, status_of
from .console import ASIDE, DIFFERS, VERDICTS, columns, heading, text


def _stated_board(case: m.Case, day: date) -> Iterator[RenderableType]:
    """The board of a case before its first step. `day`: that of the rules by which it was judged."""
    if case.teams:
        teams = " against ".join(" and ".join(team) for team in case.teams)
        yield columns([[text(case.variant or "team vs team", ASIDE), text(teams)]])
    players, life = {}, together(case, day).life
    for player in case.players:
        words = [f"{life[player]} life", *harm_of(case.poison.get(player, 0), case.commander_damage.get(player, {}))]
        words += [f"{case.hand[player]} cards in hand"] if player in case.hand else []
        words += [f"{case.graveyard[player]} cards in graveyard"] if player in case.graveyard else []
        words += [f"can produce {case.mana[player]}"] if player in case.mana else []
        players[player] = ", ".join(words)
    yield from shown_board(players, map(_stated_permanent, case.battlefield))
    if case.effects:
        yield columns([text("effect", ASIDE), text(_plain_words(effect))] for effect in case.effects)


def _stated_permanent(permanent: m.StatedPermanent) -> Shown:
    permanent = looked_up(permanent)
    types = " — ".join(filter(None, [" ".join((*permanent.supertypes, *permanent.types)), " ".join(permanent.subtypes)]))
    status = status_of(permanent, permanent.types, "summoning sick" if permanent.summoning_sick else "")
    return Shown(permanent.controller, permanent.id, (permanent.name, status, types), tuple(permanent.text.splitlines()))


def audited(audited: Audited) -> RenderableType:
    """A case that could be judged: the board, then for every step the attempt and the ruling on it; or a recorded game."""
    case, report, rewound, page = audited
    assert report.error is None
    if case is None:
        return Group(
            heading(report.case, f"rules of {report.rules}", _agreement(report, "the page states" if page else "is recorded")),
            columns(_again(report)),
            Text(),
        )
    parts: list[RenderableType] = [
        heading(report.case, f"rules of {report.rules}", _agreement(report, *(["the page states"] if page else [])))
    ]
    assert report.rules is not None
    parts += _stated_board(case, report.rules)
    if report.notes:
        parts.append(columns([text("note", ASIDE), text(each)] for each in report.notes))
    if report.understood:
        rows = ([text("understood", ASIDE), text(f"{each.found.strip()!r} as {each.meant!r}")] for each in report.understood)
        parts.append(columns(rows))
    parts.append(Text())
    parts.append(columns(_steps(case, report, rewound)))
    return Group(*parts, Text())


def _agreement(report: CaseReport, expected: str = "it expects") -> Text:
    if report.status:
        return text(f"differs from what {expected}", DIFFERS)
    if any(step.agrees for step in report.steps):
        return text(f"agrees with what {expected}", "green")
    return text("nothing to compare with", ASIDE) if expected != "it expects" else text("expects nothing", ASIDE)


def _again(report: CaseReport) -> Iterator[list[Text]]:
    """A line for each recorded declaration, and what is different about it."""
    for judged in report.steps:
        version = getattr(judged, "version", judged.step)
        lines = ruling_lines(judged) or [("not judged", ASIDE, judged.why)]
        for label, style, words in lines[:1] if judged.agrees else lines:
            yield [text(str(version), ASIDE), text(judged.action, "bold"), text(label, style), text(words)]
        for difference in judged.differences:
            expected, found = in_words(difference.expected), in_words(difference.found)
            yield [Text(), Text(), text("differs", DIFFERS), text(f"{difference.field}: recorded {expected}, now {found}")]


def _steps(case: m.Case, report: CaseReport, rewound: list[Rewound]) -> Iterator[list[Text]]:
    taken_back = iter(rewound)
    combat, marks = "", 0
    sizes = {each.id: (each.power, each.toughness) for each in case.battlefield if "power" in each.model_fields_set}
    for step, judged in zip(case.steps, report.steps, strict=True):
        yield [text(str(judged.step), ASIDE), text(judged.action.replace("_", " "), "bold"), text(attempt(step))]
        rows = [("remark", ASIDE, step.why)] if step.why else []
        rows += ruling_lines(judged) or [("presumed", ASIDE, each) for each in judged.presumed]
        if judged.verdict not in (None, "legal") and (cut := next(taken_back, None)):
            rows.append(("log", ASIDE, taken_back_in_words(cut.first, cut.last)))
        for trigger in judged.triggers:
            times = f", {trigger.times} times" if trigger.times > 1 else ""
            rows.append(("triggers", "magenta", f"{trigger.source}: {trigger.ability} ({trigger.rule}{times})"))
        if isinstance(judged, DamageReport):
            rows += [("damage", ASIDE, done)] if (done := damage_done(judged)) else []
            now = {id: (power, judged.toughness[id]) for id, power in judged.power.items()}
            if different := {id: "/".join(map(str, size)) for id, size in now.items() if sizes.get(id, size) != size}:
                rows.append(("sizes", ASIDE, in_words(different)))
            sizes |= now
        marked = [each for each in judged.not_carried_out if each.why != PASSED_OVER]
        resolved = judged.resolved if isinstance(judged, DamageReport) else ()
        rows += [("not carried out", DIFFERS, _resolved(each)) for each in marked[marks:] if each not in resolved]
        marks = len(marked)
        if combat != (combat := combat_after(judged)) and combat:
            rows.append(("now", ASIDE, combat))
        for difference in judged.differences:
            expected, found = in_words(difference.expected), in_words(difference.found)
            rows.append(("differs", DIFFERS, f"{difference.field}: expected {expected}, found {found}"))
        for label, style, words in rows:
            yield [Text(), text(label, style), text(words, ASIDE if style == ASIDE else "")]


def ruling_lines(ruling: StepReport | Ruling) -> list[tuple[str, str, str]]:
    """The lines of a ruling: the verdict with its number and reason, or the total cost, and a legal way out."""
    if ruling.verdict is None:
        return []
    why = ruling.sentence if isinstance(ruling, StepReport) and ruling.verdict != "legal" and ruling.sentence else ruling.why
    reason = "  ".join(filter(None, [ruling.rule, why])) or (f"for {ruling.cost}" if ruling.cost else "")
    lines: list[tuple[str, str, str]] = [(ruling.verdict, VERDICTS[ruling.verdict], reason)]
    if ruling.instead is not None:
        lines.append(("instead", "green", declared_in_words(ruling.instead)))
    lines += [("presumed", ASIDE, each) for each in ruling.presumed]
    return lines


def combat_after(judged: StepReport | Ruled) -> str:
    """What attacks and blocks after a step, what is blocked and in which order: only what there is of it."""
    words = {
        "attacking": judged.attacking,
        "blocking": {blocker: attackers for blocker, attackers in judged.blocking.items() if attackers},
        "blocked": judged.blocked,
        "unblocked": judged.unblocked,
        "orders": judged.orders,
    }
    return "; ".join(f"{name} {in_words(value)}" for name, value in words.items() if value)


def damage_done(judged: DamageReport) -> str:
    """What combat damage did in a step, and what is left of it: only what there is of it."""
    words = {
        "dealt": assignment_in_words(judged.dealt) if judged.dealt else "",
        "put into a graveyard": in_words(judged.destroyed) if judged.destroyed else "",
        "loses": in_words(judged.lost) if judged.lost else "",
        "left": in_words(left) if (left := [each for each in judged.left if each not in judged.destroyed]) else "",
        "life": in_words(judged.life) if judged.dealt or judged.resolved else "",
        "poison": in_words(judged.poison) if judged.poison else "",
        "marked": in_words(judged.marked) if judged.marked else "",
        "resolved": "; ".join(map(_resolved, judged.resolved)),
        "then": "the second combat damage step" if judged.second_step_follows and judged.dealt else "",
    }
    return " · ".join(f"{name} {value}" for name, value in words.items() if value)


def _resolved(ability: Resolved) -> str:
    parts = [f"{ability.source}: {ability.ability}", *ability.choices, *([ability.why] if ability.why else [])]
    return ", ".join(parts)


_ARGUMENTS = {
    "by": "by",
    "bands": "in bands",
    "optional_costs": "with",
    "mana_abilities": "for mana",
    "pay": "offering",
    "attacking": "attacking",
    "blocking": "blocking",
}
"""What else a step says beside its action, and what isn't an expectation."""


def attempt(step: m.CaseStep) -> str:
    """What a step of a case does."""
    action = getattr(step, step.action)
    if isinstance(step, m.AssignStep | m.DealDamageStep):
        words = [assignment_in_words(action) if action else "what can be assigned in one way only"]
    else:
        words = [declared_in_words(action) if isinstance(step, m.DeclarationStep) else _plain_words(action)]
    for name, label in _ARGUMENTS.items():
        if name not in step.model_fields_set or (name in ("attacking", "blocking") and not isinstance(step, m.EntersStep)):
            continue
        value = getattr(step, name)
        words.append(f"{label} {_payment(value) if name == 'pay' else in_words(value)}")
    return ", ".join(words)


def _payment(pay: m.ExactPayment | bool | None) -> str:
    if isinstance(pay, m.ExactPayment):
        return in_words(pay)
    return "nothing" if pay is False else "the total"


def _plain_words(value: object) -> str:
    """The words for a value of a case."""
    match value:
        case True:
            return ""
        case m.StatedPermanent():
            row = _stated_permanent(value)
            return ", ".join(filter(None, [row.id, *row.characteristics, *row.abilities, f"{row.controller}'s"]))
        case m.Characteristics(id=id):
            changes = ", ".join(
                f"{name} {in_words(getattr(value, name))}"
                for name in type(value).model_fields
                if name in value.model_fields_set and name != "id"
            )
            return f"{id}: {changes}"
        case m.Goad(goad=creature, by=player):
            return f"{creature} is goaded by {player}"
        case m.Suspect(suspect=creature):
            return f"{creature} is suspected"
        case m.GrantedAbility(on=permanent, text=words):
            return f"{permanent} has “{words}”"
        case m.LostAbilities(on=permanent):
            return f"{permanent} loses all abilities"
        case m.WordedEffect(controller=player, text=words):
            return f"{words} ({player}'s)"
    return in_words(value)


def tally(agreeing: int, silent: int, differing: int, refused: int) -> Text:
    """The last line of an audit; `silent`: with how many there is nothing to compare."""
    cases = agreeing + silent + differing + refused
    parts = [text("1 case" if cases == 1 else f"{cases} cases")]
    if agreeing or not silent:
        parts.append(text(f"{agreeing} agree", "green" if agreeing else ""))
    if silent:
        parts.append(text(f"{silent} {'expects' if silent == 1 else 'expect'} nothing"))
    parts.append(text(f"{differing} differ", DIFFERS if differing else ""))
    parts.append(text(f"{refused} couldn't be judged", "bold red" if refused else ""))
    return heading(*parts)
