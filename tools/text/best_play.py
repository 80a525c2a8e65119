"""The text form, for people, of a best declaration."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ..best_play.analysing import Accuracy, DecisionRow, declined_why
from ..best_play.best import BestPlay
from ..best_play.dominated import DominanceReport
from ..cases.declared import in_pairs
from .console import ASIDE, VERDICTS, Line, columns, heading, labelled, text


def best(found: BestPlay) -> RenderableType:
    """A best declaration, what it is worth, and what follows."""
    ahead = [] if found.turns is None else [f"{found.turns} turn{'s' if found.turns > 1 else ''} ahead"]
    title = heading(found.case, f"step {found.step}", f"{found.player}'s best {found.action}", *ahead, f"rules of {found.rules}")
    lines = [*_lines(found), *(("note", ASIDE, each) for each in found.notes)]
    return labelled(title, lines)


def _lines(found: BestPlay) -> Iterator[Line]:
    yield found.action, "bold", in_pairs(found.declaration)
    noun = "assignment" if found.action == "damage" else found.action
    style = VERDICTS["legal"] if found.proven else VERDICTS["undecided"]
    yield "worth", style, _proved(found, noun) if found.proven else found.between
    if found.equally_good is not None and found.equally_good > 1:
        yield "", ASIDE, f"{found.equally_good} {noun}s are as good"
    for step in found.line:
        for name, value in step.items():
            if name == "resolve":
                in_order = f"{', '.join(step['in_order'])}, in this order; " if step.get("in_order") else ""
                yield "resolves", "", in_order + _chosen(step.get("choices", ()))
            elif name == "bands":
                yield name, "", "; ".join(" with ".join(band) for band in value)
            elif name == "optional_costs":
                yield "costs", "", "; ".join(f"{creature}: {_costs(chosen)}" for creature, chosen in value.items())
            elif name == "turn":
                yield name, "bold", value
            elif isinstance(value, Mapping) and (name != found.action or in_pairs(value) != in_pairs(found.declaration)):
                yield name, "", in_pairs(value) if value or name != "damage" else "nobody has a choice"
    if found.trick is not None:
        yield "trick", "", f"{found.trick.name} → {found.trick.target}, before damage, as is best for its player"
    if found.expected is not None:
        yield "worst", "", f"{_worth(found, found.value)}, in the worst case"
    if found.next_turn is False:
        yield "", ASIDE, "of this combat alone: what the next turn is worth isn't known"
    for each in found.presumed:
        yield "presumed", ASIDE, each


def _proved(found: BestPlay, noun: str) -> str:
    if found.result == "loss":
        return f"the race is lost, proved: no {noun} is worth more"
    if found.result == "win":
        return "the race is won, proved: whatever the other player does"
    if found.expected is not None:
        ends, often = ("wins", "more") if found.action == "attack" else ("loses", "less")
        mean = f"{found.expected / found.unit:+.2f} on average; " if found.lost != 100 else ""
        return f"{mean}in {found.lost} of 100 games it {ends}; proved: no {noun} {ends} {often} often or is worth more with that"
    at_the_end = " at the end, creatures and life less the other player's" if found.result == "worth" else ""
    return f"{_worth(found, found.value)}{at_the_end}, proved: no {noun} is worth more"


def _worth(found: BestPlay, value: int | None) -> str:
    if value is None and found.wins:
        return "a win, whatever blocks" if found.action == "attack" else "a win"
    if value is None:
        return "nothing: whatever blocks, the attacking player can win" if found.action == "block" else "a loss"
    return found.points(value)


def _costs(chosen: Sequence[str | Mapping[str, str]]) -> str:
    return ", ".join(cost if isinstance(cost, str) else f"enlist {cost['enlist']}" for cost in chosen)


def _chosen(choices: Sequence[Mapping[str, Any]]) -> str:
    """What triggered resolves, with what was chosen for it."""
    chosen = []
    for each in choices:
        source, division = each["source"], each.get("division") or {}
        chosen += [f"{source}: mode {number + 1}" for number in each.get("modes", ())]
        targets = [f"{target} {division[target]}" if target in division else target for target in each.get("targets", ())]
        chosen += [f"{source} → {', '.join(targets)}"] if targets else []
        chosen += [f"{source}: what it may do is {'done' if accepted else 'not done'}" for accepted in each.get("accept", ())]
        chosen += [f"{source}: {', '.join(each[name])} {name}" for name in ("sacrificed", "chosen") if each.get(name)]
    return "; ".join(chosen) or "what triggered"


def dominance(found: DominanceReport) -> RenderableType:
    """Whether a declaration is dominated, by which, and the lines of play beside each other."""
    title = heading(found.case, f"step {found.step}", f"{found.player}'s {found.action}", f"rules of {found.rules}")
    lines: list[Line] = [("declared", "bold", in_pairs(found.declared))]
    if not found.dominated:
        lines.append(("", VERDICTS["legal"], "no other declaration dominates it"))
    else:
        number = len(found.by)
        others = f" and {number - 1} other{'s' if number > 2 else ''}" if number > 1 else ""
        how = ", whatever anybody does" if found.outright else ", at the best reply"
        lines.append(("dominated", VERDICTS["illegal"], f"by {in_pairs(found.by[0])}{others}: no worse in anything{how}"))
        for label, steps in (("as declared", found.line), ("instead", found.better_line)):
            words = [f"{name} {in_pairs(value)}" for step in steps for name, value in step.items() if value]
            lines.append((label, "", ". ".join(words) or "nothing"))
    return labelled(title, lines)


def analysed(game: str, rows: Sequence[DecisionRow], players: Sequence[Accuracy]) -> RenderableType:
    """What the declarations of a game were worth, beside the best."""
    return Group(
        heading(game, "of the combats as they lay on the table: hidden cards aren't known and aren't guessed"),
        columns([text(label, "bold"), text(words, style)] for row in rows for label, words, style in _decided(row)),
        columns([text(each.player), text(_accuracy(each))] for each in players),
        Text(),
    )


def not_analysed(rows: Sequence[DecisionRow]) -> RenderableType:
    """How many declarations of all games were analysed, and why the others weren't, the most frequent reason first."""
    number = sum(row.declined is None for row in rows)
    title = text(
        f"{number} of {len(rows)} declarations analysed{'; the others, by reason:' if number < len(rows) else ''}", "bold"
    )
    return Group(title, columns([text(f"{many} ×"), text(why, ASIDE)] for why, many in declined_why(rows)))


def _decided(row: DecisionRow) -> Iterator[Line]:
    declaration = f"turn {row.turn}, {row.player}'s {row.action}"
    yield declaration, in_pairs(json.loads(row.declared)), ""
    if row.declined is not None:
        yield "", f"not analysed: {row.declined}", ASIDE
        return
    better = in_pairs(json.loads(row.best or "{}"))
    worth, best = (
        outcome if outcome is not None else f"{value:+.15g}"
        for outcome, value in ((row.outcome, row.value), (row.best_outcome, row.best_value))
    )
    if row.mistake == "dominated":
        yield "", f"dominated by {better}: no worse in anything, whatever is worth", VERDICTS["illegal"]
    elif row.mistake is None and row.value == row.best_value:
        yield (
            "",
            f"worth {worth}: nothing is worth more" if row.proven else f"worth {worth}: nothing better was found",
            VERDICTS["legal"],
        )
    elif row.mistake is None:
        yield "", f"worth {worth}, and {better} {best}: {_no_mistake(row)}", ASIDE
    else:
        yield "", f"{row.mistake}: worth {worth}; best is {best}: {better}", VERDICTS["illegal"]


def _no_mistake(row: DecisionRow) -> str:
    """Why a declaration that is worth less in this combat isn't called a mistake."""
    if row.cast is not None:
        return f"{row.player} cast {', '.join(json.loads(row.cast))} in this combat, which isn't counted"
    if row.texts is not None:
        lost = ", ".join(json.loads(row.texts))
        return f"it turns on {lost}, whose texts do more than the worth says"
    if row.gave_up is None:
        return "of this combat alone: what the next turn is worth isn't known"
    return "too little to be a mistake" if row.gave_up else "no creature is thrown away where its player lives on"


def _accuracy(each: Accuracy) -> str:
    mean = f", gave up {each.mean_loss:.2f} on average" if each.mean_loss is not None else ""
    missed = f", {each.missed} decided the game" if each.missed else ""
    dominated = f", {each.dominated} dominated" if each.dominated else ""
    return f"{each.decisions} analysed, {each.best} of them no mistake{mean}{missed}{dominated}; {each.declined} not analysed"
