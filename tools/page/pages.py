"""Pages of cases and of games, with what they are about inside."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from ...events.errors import InvalidInput
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.journal.people import known_in
from ...events.misuse import explaining_misuse
from ...events.version import __version__
from ...handlers.budget import Budget
from ...handlers.game import Game
from ..cases.models import Case
from ..cases.reading import read_case
from ..history.games import listed_game
from ..history.moments import case_of
from ..proving.proofs import Proof, proven_of_game
from ..suggestions import nearest
from .dispute import Dispute, best_play, dispute
from .game import game
from .game_shown import GameShown
from .render import picture


@explaining_misuse
def case_page(
    case: Case, *, step: int | None = None, rules: date | None = None, best: bool = False, budget: Budget | None = None
) -> str:
    """A case as a page. `best`: with the best play at the step whose ruling stands first. `budget`: as for `Game.start`.

    Raises InvalidInput where it can't be judged, or has no such step.
    """
    return with_best(dispute(case, step=step, rules=rules, budget=budget), best, budget).page()


def with_best(shown: Dispute, best: bool, budget: Budget | None = None) -> Dispute:
    """The dispute, with the best play where it is asked for."""
    shown.best = best_play(shown, budget) if best else None
    return shown


def case_picture(case: Case, *, step: int | None = None, rules: date | None = None) -> str:
    """The board of a case as SVG, with what was tried on it. Raises InvalidInput likewise, and where there is none to show."""
    shown = dispute(case, step=step, rules=rules, years=False)
    if not shown.figures:
        raise InvalidInput("--step", "none" if step is None else str(step), "a step with a board to show")
    return picture(shown.figures[0].picture, shown.tiles)


@explaining_misuse
def game_page(journal: Journal, stream: str, proof: Proof | None = None) -> str:
    """A game of a journal as a page, with all its entries in it, and with a proof that they were in a journal.

    Raises:
        CorruptJournal: it can't be read.
        DeclarantError: the proof isn't one of an entry of this game.
    """
    entries = list(journal.entries(stream))
    data = {"declarant": __version__, "page": "journal", **_carried(stream, entries, proof)}
    return game(listed_game(journal, stream), entries).page(data, **_proven(entries, proof))


@explaining_misuse
def turn_page(
    journal: Journal,
    stream: str,
    turn: int,
    proof: Proof | None = None,
    *,
    step: int | None = None,
    rules: date | None = None,
    best: bool = False,
    budget: Budget | None = None,
) -> str:
    """The declarations of a turn of a journal's game as a page, with the entries of the game in it.

    Arguments are as for `case_page` and `game_page`.

    Raises:
        CorruptJournal: it can't be read.
        InvalidInput: there is no such turn, or a case can't say it.
        DeclarantError: the proof isn't one of an entry of this game.
    """
    shown = dispute(case_of(journal, stream, turn=turn), step=step, rules=rules, budget=budget)
    return page_of_turn(with_best(shown, best, budget), journal, stream, turn, proof)


def page_of_turn(shown: Dispute, journal: Journal, stream: str, turn: int, proof: Proof | None) -> str:
    """The dispute of a turn as a page, with the entries of the game in it. Raises as `turn_page`."""
    entries = list(journal.entries(stream))
    of_turn = {"turn": turn, "stream": stream, "entries": len(entries)}
    return shown.page({"game": {"turn": turn, **_carried(stream, entries, proof)}}, of_turn=of_turn, **_proven(entries, proof))


def _carried(stream: str, entries: list[Entry], proof: Proof | None) -> dict[str, Any]:
    """What a page carries of a game."""
    names = known_in(entry.body for entry in entries)
    return {
        "stream": stream,
        "digest": entries[-1].digest,
        "entries": packed(entries),
        **({"names": [list(row) for row in names]} if names else {}),
        **({"proof": proof._asdict()} if proof is not None else {}),
    }


def _proven(entries: list[Entry], proof: Proof | None) -> dict[str, Any]:
    """What a page says of a proof. Raises DeclarantError where it is none of an entry of this game."""
    return {} if proof is None else {"proof": proof, "proven": proven_of_game(entries, proof)}


def game_picture(journal: Journal, stream: str, at: str | None = None) -> str:
    """The board of a game at a stop as SVG. `at`: the stop's address on the page, by default the last one of a fight.

    Raises InvalidInput where there is no such stop, CorruptJournal where the game can't be read.
    """
    shown = game(listed_game(journal, stream), list(journal.entries(stream)))
    stops = shown.stops
    if not stops:
        raise InvalidInput("--svg", "a game in which no turn began", "one with a board to show")
    at = at or next((address for address in reversed(stops) if stops[address][1]), next(reversed(stops)))
    if at not in stops:
        near = nearest(at, stops) or tuple(stops)[:20]
        raise InvalidInput("--at", repr(at), f"a stop of the game, such as {', '.join(near)}")
    frame, phase = stops[at]
    tried = next((row.picture for row in frame.rows if row.phase == phase and row.tried), None)
    return picture(tried or frame.picture, shown.tiles, phase if not tried else "")


def packed(entries: Iterable[Entry]) -> str:
    """The entries of a game: time, type, schema and body of each as JSON, in gzip and base64. Digests follow from them."""
    rows = [(entry.recorded, entry.type, entry.schema, entry.body) for entry in entries]
    return base64.b64encode(gzip.compress(json.dumps(rows, separators=(",", ":")).encode(), 9, mtime=0)).decode()


@explaining_misuse
def show(source: Case | Mapping[str, Any] | Game, *, step: int | None = None) -> Dispute | GameShown:
    """A case (or what one says, as a dictionary) or a game, to be looked at: in a notebook it is shown as a page.

    `step`: the step of a case whose ruling stands first. Raises InvalidInput.
    """
    if isinstance(source, Game):
        journal, stream = source.journal, source.log.stream
        return game(listed_game(journal, stream), list(journal.entries(stream)))
    return dispute(source if isinstance(source, Case) else read_case(dict(source)), step=step)
