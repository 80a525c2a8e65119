"""A page to solve puzzles on: what each creature does is chosen by keyboard or touch, and nothing is asked of a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from ..oracle.descriptors import COLOR_WORDS
from ..page import render
from .making import Puzzle


class ShownCreature(NamedTuple):
    """A creature in words, and what it may be declared to do."""

    id: str
    words: str
    options: tuple[tuple[str, str], ...] = ()


class ShownPuzzle(NamedTuple):
    """A puzzle as its page shows it."""

    id: str
    task: str
    grade: int
    declarations: int
    player: str
    opponent: str
    life: tuple[tuple[str, int], ...]
    poison: tuple[tuple[str, int], ...]
    """Of those who have poison counters."""
    watched: tuple[ShownCreature, ...]
    declaring: tuple[ShownCreature, ...]
    nothing: str


class PuzzlesShown(NamedTuple):
    """All that the page shows."""

    puzzles: tuple[ShownPuzzle, ...]
    tiles: Markup = Markup("")


def page(puzzles: Sequence[Puzzle]) -> str:
    """The page."""
    shown = PuzzlesShown(tuple(map(_shown, puzzles)))
    data = [{"solution": each.solution, "tempting": [reply.model_dump() for reply in each.tempting]} for each in puzzles]
    return render.page("puzzles.jinja", "Puzzles", shown, styles=("puzzles.css",), script="puzzles.js", data=data)


def _shown(puzzle: Puzzle) -> ShownPuzzle:
    creatures, attack = puzzle.case["battlefield"], _attack(puzzle.case["steps"])
    opponent = next(each for each in puzzle.case["players"] if each != puzzle.player)
    attacking = puzzle.declare == "attack"
    options = ((opponent, f"attacks {opponent}"),) if attacking else tuple((each, f"blocks {each}") for each in attack)
    able = [each for each in creatures if each["controller"] == puzzle.player]
    return ShownPuzzle(
        puzzle.id,
        puzzle.task,
        puzzle.grade,
        puzzle.declarations,
        puzzle.player,
        opponent,
        tuple(puzzle.case["life"].items()),
        tuple((player, counters) for player, counters in puzzle.case.get("poison", {}).items() if counters),
        tuple(ShownCreature(each["id"], _words(each, attack)) for each in creatures if each not in able),
        tuple(ShownCreature(each["id"], _words(each, attack), options) for each in able),
        "stays at home" if attacking else "doesn't block",
    )


def _attack(steps: Iterable[dict[str, Any]]) -> dict[str, str]:
    return next((step["attack"] for step in steps if "attack" in step), {})


def _words(creature: dict[str, Any], attack: dict[str, str]) -> str:
    colors = " and ".join(COLOR_WORDS[each] for each in creature.get("colors", ())) or "colorless"
    words = [f"{creature['id']}, {creature['power']}/{creature['toughness']}, {colors}"]
    words += [line.rstrip(".") for line in creature.get("text", "").splitlines()]
    words += ["tapped"] * bool(creature.get("tapped")) + ["came this turn"] * bool(creature.get("summoning_sick"))
    words += ["attacks"] * (creature["id"] in attack)
    return "; ".join(words)
