"""The text form, for people, of simulated games and tournaments."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from ..simulation.simulating import Summary
from ..simulation.strength import StrengthReport
from ..simulation.tournament import TournamentReport
from .console import columns, heading, text


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
        ("drawn", f"{found.drawn:,}, {found.limited:,} of them by the limit of turns"),
        ("won by seat", f"{seats}; policies {'alternate' if found.alternating else 'stay'}"),
        ("turns", _number(found.turns)),
        ("creatures destroyed", _number(found.trades)),
        *((f"ended {number:,} times", why) for why, number in found.endings.items()),
        *((f"not played on {number:,} times", why) for why, number in found.declined.items()),
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
    pairs = _table("first", "second", "won–drawn–lost", "difference (95%)", "p", "corrected", "declined")
    for pair in found.pairs:
        pairs.add_row(
            text(pair.first),
            text(pair.second),
            text(f"{pair.won}–{pair.drawn}–{pair.lost}"),
            text(_share(pair.difference, pair.interval)),
            text(_number(pair.p, 4)),
            text(_number(pair.corrected, 4)),
            text(str(pair.declined)),
        )
    left_out = columns([text("not modelled"), text(words)] for words in found.not_modelled)
    return Group(heading("tournament", f"seed {found.seed}"), standings, pairs, left_out)


def strength(found: StrengthReport) -> RenderableType:
    """What the text of each creature is worth, the most first."""
    table = _table("creature", "size", "text", "difference (95%)", "won–drawn–lost", "games", "declined")
    for each in found.cards:
        table.add_row(
            text(each.card),
            text(f"{each.power}/{each.toughness}"),
            text(each.text),
            text(f"{_share(each.difference, each.interval)}{'' if each.settled else '; 0 is in it'}"),
            text(f"{each.won}–{each.drawn}–{each.lost}"),
            text(f"{each.games:,}"),
            text(str(each.declined)),
        )
    title = heading("strength", f"seed {found.seed}, {found.policy} on {found.size} × {found.size}, {found.life} life")
    return Group(title, table, columns([text("not modelled"), text(words)] for words in found.not_modelled))


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
