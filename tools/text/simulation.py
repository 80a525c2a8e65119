"""The text form, for people, of simulated games and tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from ...handlers.playing.play import GameOutcome
from ..simulation.pairs import PairedGames
from ..simulation.simulating import Summary
from ..simulation.strength import StrengthReport
from ..simulation.tournament import TournamentReport
from .console import columns, heading, text

_NOBODY_WON: dict[GameOutcome, str] = {
    "drawn": "drawn by the rules",
    "no creatures": "without a creature left",
    "stalled": "stalled",
    "turn limit": "at the limit of turns",
    "not over": "not over",
}


def summary(found: Summary) -> RenderableType:
    """Who won how often, and how the games went."""
    table = _table("given for", "policy", "won", "share (95%)", "with the first turn", "life", "creatures lost")
    for player, each in found.players.items():
        table.add_row(
            text(player),
            text(each.policy),
            text(f"{each.won:,}"),
            text(_share(each.share, each.interval)),
            text(_share(each.began.share, each.began.interval)),
            text(_number(each.life)),
            text(_number(each.creatures_lost)),
        )
    seats = ", ".join(f"{player} {each.won:,}" for player, each in found.seats.items())
    lines = [
        ("nobody won", _nobody_won([found.nobody_won])),
        ("won by seat", f"{seats}; policies {'alternate' if found.alternating else 'stay'}"),
        ("turns", _number(found.turns)),
        ("creatures destroyed", _number(found.trades)),
        *((f"ended {_times(number)}", why) for why, number in found.endings.items()),
        *_declined([found.declined]),
        ("digest", found.digest),
        *(("not modelled", words) for words in found.not_modelled),
    ]
    title = heading(f"{found.games:,} games", f"seed {found.seed}")
    return Group(title, table, columns([text(label), text(words)] for label, words in lines))


def tournament(found: TournamentReport) -> RenderableType:
    """The policies, the best first, and each pair of them."""
    standings = _table("policy", "games", "score")
    for each in found.standings:
        standings.add_row(text(each.policy), text(f"{each.games:,}"), text(_number(each.score, 3)))
    pairs = _table("first", "second", "won–lost", "nobody won", "difference (95%)", "p", "corrected", "declined")
    for pair in found.pairs:
        pairs.add_row(
            text(pair.first),
            text(pair.second),
            text(f"{pair.won}–{pair.lost}"),
            text(f"{sum(pair.nobody_won.values()):,}"),
            text(_share(pair.difference, pair.interval)),
            text(_number(pair.p, 4)),
            text(_number(pair.corrected, 4)),
            text(str(pair.declined)),
        )
    return Group(heading("tournament", f"seed {found.seed}"), standings, pairs, _of_pairs(found.pairs, found.not_modelled))


def strength(found: StrengthReport) -> RenderableType:
    """What the text of each creature is worth, the most first."""
    table = _table("creature", "size", "text", "difference (95%)", "won–lost", "nobody won", "games", "declined")
    for each in found.cards:
        table.add_row(
            text(each.card),
            text(f"{each.power}/{each.toughness}"),
            text(each.text),
            text(f"{_share(each.difference, each.interval)}{'' if each.settled else '; 0 is in it'}"),
            text(f"{each.won}–{each.lost}"),
            text(f"{sum(each.nobody_won.values()):,}"),
            text(f"{each.games:,}"),
            text(str(each.declined)),
        )
    title = heading("strength", f"seed {found.seed}, {found.policy} on {found.size} × {found.size}, {found.life} life")
    return Group(title, table, _of_pairs(found.cards, found.not_modelled))


def _of_pairs(pairs: Sequence[PairedGames], not_modelled: Iterable[str]) -> RenderableType:
    """What is said of all pairs of games together."""
    lines = [("nobody won", _nobody_won([each.nobody_won for each in pairs])), *_declined([each.declined_for for each in pairs])]
    lines += [("not modelled", words) for words in not_modelled]
    return columns([text(label), text(words)] for label, words in lines)


def _nobody_won(games: Iterable[Mapping[GameOutcome, int]]) -> str:
    total = Counter[GameOutcome]()
    for each in games:
        total.update(each)
    ways = [f"{number:,} {_NOBODY_WON[outcome]}" for outcome, number in total.items() if number]
    return ": ".join([f"{total.total():,}", ", ".join(ways)]) if ways else "0"


def _declined(reasons: Iterable[Mapping[str, int]]) -> Iterator[tuple[str, str]]:
    total = Counter[str]()
    for each in reasons:
        total.update(each)
    return ((f"not played on {_times(number)}", why) for why, number in total.items())


def _times(number: int) -> str:
    return f"{number:,} time{'' if number == 1 else 's'}"


def _table(*names: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in names:
        table.add_column(name)
    return table


def _share(share: float | None, interval: tuple[float, float] | None) -> str:
    if share is None:
        return "–"
    return f"{share:.3f}" + (f" ({interval[0]:.3f} to {interval[1]:.3f})" if interval is not None else "")


def _number(number: float | None, digits: int = 1) -> str:
    return "–" if number is None else f"{number:.{digits}f}"
