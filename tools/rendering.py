"""The text forms, for people: a judged case, an entry of a journal, the state of a game.

Whatever comes from input is printed without control characters: no card can be named after a terminal's commands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..events.journal.cuts import Cut
from ..events.journal.log import Rewound
from ..events.ruling import Ruling
from ..projections import board as b
from .arena.checking import Checked
from .audit.audit import Audited
from .audit.comparison import Ruled
from .cases import models as m
from .cases.report import CaseReport, StepReport
from .history.games import Listed
from .history.replay import Replayed
from .history.turn_by_turn import Told
from .text.events import change_in_words, event_in_words, in_words, taken_back_in_words

VERDICTS = {"legal": "green", "illegal": "bold red", "undecided": "bold yellow"}
ID, ASIDE, DIFFERS = "cyan", "dim", "bold yellow"


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # Rich would end the process with a status that means something else.
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    """A console that prints what it is given and reads nothing into it."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def text(words: str, style: str = "") -> Text:
    """Words, with an escape for every character that can't be printed."""
    return Text("".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in words), style)


def columns(rows: Iterable[Iterable[Text]], indent: int = 2) -> RenderableType:
    """Rows of cells under one another."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        grid.add_row(*row)
    for column in grid.columns:
        column.overflow = "fold"
    return Padding(grid, (0, 0, 0, indent), expand=False)


def heading(*parts: str | Text) -> Text:
    """A title and what is to be said beside it."""
    first, *others = (part if isinstance(part, Text) else text(part) for part in parts)
    first.stylize("bold")
    return Text(" · ").join([first, *others])


# --- boards ----------------------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """A permanent in words."""

    controller: str
    id: str
    characteristics: tuple[str, ...]
    abilities: tuple[str, ...]


def _board(players: Mapping[str, str], rows: Iterable[_Row]) -> Iterator[RenderableType]:
    """Each player, with what is said of them, and below what they control."""
    controlled: dict[str, list[_Row]] = {player: [] for player in players}
    for row in rows:
        controlled[row.controller].append(row)
    for player, words in players.items():
        yield Text("  ").join([text(f"  {player}", "bold"), text(words)])
        if controlled[player]:
            yield columns(([text(row.id, ID), _described(row)] for row in controlled[player]), indent=4)


def _described(row: _Row) -> Text:
    characteristics = text(", ".join(filter(None, row.characteristics)))
    return Text("\n").join([characteristics, *(text(ability, "italic") for ability in row.abilities)])


def _status(permanent: m.Permanent | b.Permanent, types: Iterable[str], *remarks: str) -> str:
    words = [f"{permanent.power}/{permanent.toughness}"] if "Creature" in types else []
    words += [f"{name} {value}" for name in ("loyalty", "defense") if (value := getattr(permanent, name)) is not None]
    words += [f"{number} {kind} counters" for kind, number in permanent.counters.items()]
    words += [f"attached to {permanent.attached_to}"] if permanent.attached_to else []
    words += [word for word in ("tapped", "token") if getattr(permanent, word)]
    return ", ".join([*words, *filter(None, remarks)])


def _stated_board(case: m.Case) -> Iterator[RenderableType]:
    """The board of a case before its first step."""
    players = {}
    for player in case.players:
        words = [f"{case.life.get(player, 20)} life"]
        words += [f"{case.hand[player]} cards in hand"] if player in case.hand else []
        words += [f"{case.graveyard[player]} cards in graveyard"] if player in case.graveyard else []
        words += [f"can produce {case.mana[player]}"] if player in case.mana else []
        players[player] = ", ".join(words)
    yield from _board(players, map(_stated_permanent, case.battlefield))
    if case.effects:
        yield columns([text("effect", ASIDE), text(_plain_words(effect))] for effect in case.effects)


def _stated_permanent(permanent: m.Permanent) -> _Row:
    types = " — ".join(filter(None, [" ".join((*permanent.supertypes, *permanent.types)), " ".join(permanent.subtypes)]))
    status = _status(permanent, permanent.types, "summoning sick" if permanent.summoning_sick else "")
    return _Row(permanent.controller, permanent.id, (permanent.name, status, types), tuple(permanent.text.splitlines()))


# --- an audited case -------------------------------------------------------------------------------------------------


def audited(audited: Audited) -> RenderableType:
    """A case that could be judged: the board, then for every step the attempt and the ruling on it; or a recorded game."""
    case, report, rewound = audited
    assert report.error is None
    if case is None:
        return Group(
            heading(report.case, f"rules of {report.rules}", _agreement(report, "is recorded")), columns(_again(report)), Text()
        )
    parts: list[RenderableType] = [heading(report.case, f"rules of {report.rules}", _agreement(report))]
    parts += _stated_board(case)
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
    combat = ""
    for step, judged in zip(case.steps, report.steps, strict=True):
        yield [text(str(judged.step), ASIDE), text(judged.action.replace("_", " "), "bold"), text(attempt(step))]
        rows = [("remark", ASIDE, step.why)] if step.why else []
        rows += ruling_lines(judged)
        if judged.verdict not in (None, "legal") and (cut := next(taken_back, None)):
            rows.append(("log", ASIDE, taken_back_in_words(cut.first, cut.last)))
        for trigger in judged.triggers:
            times = f", {trigger.times} times" if trigger.times > 1 else ""
            rows.append(("triggers", "magenta", f"{trigger.source}: {trigger.ability} ({trigger.rule}{times})"))
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
    reason = "  ".join(filter(None, [ruling.rule, ruling.why])) or (f"for {ruling.cost}" if ruling.cost else "")
    lines: list[tuple[str, str, str]] = [(ruling.verdict, VERDICTS[ruling.verdict], reason)]
    if ruling.instead is not None:
        lines.append(("instead", "green", _declared(ruling.instead)))
    return lines


def combat_after(judged: StepReport | Ruled) -> str:
    words = {
        "attacking": judged.attacking,
        "blocking": {blocker: attackers for blocker, attackers in judged.blocking.items() if attackers},
        "blocked": judged.blocked,
        "unblocked": judged.unblocked,
        "orders": judged.orders,
    }
    return "; ".join(f"{name} {in_words(value)}" for name, value in words.items() if value)


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


def attempt(step: m.StepBase) -> str:
    """What a step of a case does."""
    action = getattr(step, step.action)
    words = [_declared(action) if isinstance(step, m.Declaration) else _plain_words(action)]
    for name, label in _ARGUMENTS.items():
        if name not in step.model_fields_set or (name in ("attacking", "blocking") and not isinstance(step, m.Enters)):
            continue
        value = getattr(step, name)
        words.append(f"{label} {_payment(value) if name == 'pay' else in_words(value)}")
    return ", ".join(words)


def _declared(creatures: Mapping[str, Any]) -> str:
    return in_words(creatures) if creatures else "no creature"


def _payment(pay: m.Payment | bool | None) -> str:
    if isinstance(pay, m.Payment):
        return in_words(pay)
    return "nothing" if pay is False else "the total"


def _plain_words(value: Any) -> str:
    """The words for a value of a case."""
    match value:
        case m.Permanent():
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


def tally(agreeing: int, differing: int, refused: int) -> Text:
    """The last line of an audit."""
    cases = agreeing + differing + refused
    parts = [text("1 case" if cases == 1 else f"{cases} cases"), text(f"{agreeing} agree", "green" if agreeing else "")]
    parts.append(text(f"{differing} differ", DIFFERS if differing else ""))
    parts.append(text(f"{refused} couldn't be judged", "bold red" if refused else ""))
    return heading(*parts)


# --- a journal -------------------------------------------------------------------------------------------------------


def replayed(entry: Replayed, previous: Replayed | None = None) -> RenderableType:
    """An entry: its version, its time unless that of the previous one, what it says and what it changed."""
    recorded = entry.entry.recorded[:19].replace("T", " ")
    same = previous is not None and previous.entry.recorded[:19] == entry.entry.recorded[:19]
    style = ASIDE if entry.taken_back_by else ""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", width=6)
    grid.add_column(width=19)
    grid.add_column(overflow="fold")
    words = text("" if isinstance(entry.item, Cut) else event_in_words(entry.item), style)
    if isinstance(entry.item, Cut):
        words = text(taken_back_in_words(entry.item.to + 1, entry.entry.version - 1), "bold red")
    elif entry.taken_back_by:
        words.append_text(text(f" (taken back at {entry.taken_back_by})", "dim red"))
    grid.add_row(text(str(entry.entry.version), ID), text("" if same else recorded, ASIDE), words)
    if isinstance(entry.item, Cut) and entry.item.ruling:
        for label, label_style, line in ruling_lines(entry.item.ruling):
            grid.add_row("", "", Text("  ").join([text(label, label_style), text(line)]))
    for change in entry.changes:
        grid.add_row("", "", Padding(text(change_in_words(change), ASIDE), (0, 0, 0, 2)))
    return grid


def listed_game(game: Listed) -> RenderableType:
    """A game of a journal: its name as a heading, and below it what is known of it."""
    when = (game.played or game.recorded)[:16].replace("T", " ")
    result = f"{game.winner} won" if game.winner else "nobody won" if game.ended else "not over"
    about = [when, game.format, " – ".join(game.names), f"{game.turns} turns", f"{game.declarations} declarations"]
    about += [f"{game.illegal} illegal" if game.illegal else None, result, "the record has gaps" if game.tainted else None]
    return Group(heading(game.game), columns([[text(", ".join(filter(None, about)))]]))


_TOLD = {"ruling": DIFFERS, "gap": "bold yellow", "taken back": ASIDE, "damage": ASIDE, "trigger": "magenta", "end": "bold"}


def told(told: Told) -> RenderableType:
    """What happened in a game that is walked: turns and games are headings."""
    if told.kind == "game":
        return Group(Text(), heading(told.words))
    if told.kind == "turn":
        return Group(Text(), text(told.words, "bold"))
    return columns([[text(f"{told.kind:10}", ASIDE), text(told.words, _TOLD.get(told.kind, ""))]])


def checked(checked: Checked) -> RenderableType:
    """A request, or a declaration, that doesn't agree, or of which it can't be told."""
    what = "offered" if checked.offered is not None else "declared"
    where = f"{checked.log}: match {checked.match}, game {checked.game}, state {checked.gameStateId}"
    parts = [where, f"{checked.kind} {what}", checked.player, "the record has a gap" if checked.tainted else ""]
    rows = [[text(line, ASIDE if checked.tainted else DIFFERS)] for line in checked.differences]
    return Group(heading(*filter(None, parts)), columns(rows))


def state(replayed: Replayed) -> RenderableType:
    """The whole state after an entry: turn, players, permanents, effects, combat, pending declaration."""
    entry, state = replayed.entry, replayed.state
    board, combat, pending = state.board, state.combat, state.declarations.pending
    players = {
        player: f"{board.life[player]} life, {board.hand[player]} cards in hand, {board.graveyard[player]} in graveyard"
        + (f", can produce {board.mana[player]}" if player in board.mana else "")
        for player in board.players
    }
    parts: list[RenderableType] = [heading(entry.stream, f"version {entry.version}", f"rules of {board.edition}")]
    parts.append(text(f"  turn {board.turn}, {board.active} is the active player, step: {board.step}"))
    parts += _board(players, map(_permanent, board.permanents.values()))
    facts = [("effect", in_words(effect)) for effect in board.effects.values()]
    for field in fields(combat):
        if value := getattr(combat, field.name):
            facts.append((field.name.replace("_", " "), in_words(value)))
    facts += [("pending", in_words(pending))] if pending else []
    if facts:
        parts.append(columns([text(label, ASIDE), text(words)] for label, words in facts))
    return Group(*parts)


def _permanent(permanent: b.Permanent) -> _Row:
    status = _status(
        permanent,
        permanent.types,
        "" if permanent.continuously_controlled else "summoning sick",
        "phased out" if permanent.phased_out else "",
        "exerted" if permanent.exerted_by else "",
    )
    characteristics = (permanent.name, status, " ".join(sorted(permanent.types)))
    return _Row(permanent.controller, permanent.id, characteristics, tuple(map(in_words, permanent.abilities)))
