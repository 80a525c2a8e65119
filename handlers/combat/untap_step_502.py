"""The untap step: permanents phase out and in, then the active player's untap, all at once (502.1, 502.3)."""

from __future__ import annotations

from collections.abc import Collection

from ...events import abilities as a
from ...events import facts as t
from ...events.errors import InvalidInput
from ...projections.board import Permanent
from ..attempt import Draft
from ..view.context import Held
from ..view.view import View
from .removal import phase_out


def phase(draft: Draft, players: tuple[str, ...]) -> None:
    """502.1: what the players control with phasing phases out; what phased out under their control phases in."""
    phasing_in = _phasing_in(draft, players)
    view = draft.view
    directly = [p.id for p in view.permanents.values() if p.controller in players and "phasing" in view.keywords(p.id)]
    # What would phase out both by itself and with what it is attached to phases out with that (702.26h).
    if directly := [id for id in directly if view.permanents[id].attached_to not in directly]:
        phase_out(draft, directly)
    for id in phasing_in:
        draft.append(t.PermanentPhasedIn(id=id))


def _phasing_in(draft: Draft, players: tuple[str, ...]) -> list[str]:
    """Their phased-out permanents, and what phased out with them as attached to them (702.26g)."""
    phased_out = {p.id: p for p in draft.state.board.permanents.values() if p.phased_out}
    own = [p.id for p in phased_out.values() if p.controller in players and p.attached_to not in phased_out]
    for host in own:
        own += [p.id for p in phased_out.values() if p.attached_to == host]
    return own


def untap(draft: Draft, players: tuple[str, ...], chosen: Collection[str] | None) -> None:
    """502.3: who untaps is determined, then they untap at once; a stun counter is removed instead (122.1d).

    `players`: whose untap step it is, several where turns are shared.

    `chosen`: of the permanents that effects leave a choice of, those that untap. Raises InvalidInput where a choice is needed
    that isn't stated, or isn't one.
    """
    view = draft.view
    untapping = [permanent for permanent in view.permanents.values() if permanent.tapped and _untaps(view, permanent, players)]
    exerted = [(permanent.id, by) for permanent in view.permanents.values() for by in players if by in permanent.exerted_by]
    staying = _left_tapped(view, players, untapping, chosen)
    for permanent in untapping:
        stunned = permanent.counters.get("stun", 0)
        if permanent.id in staying:
            continue
        if stunned:
            draft.append(t.CharacteristicsChanged(id=permanent.id, counters={**permanent.counters, "stun": stunned - 1}))
        else:
            draft.append(t.PermanentUntapped(id=permanent.id))
    for id, by in exerted:
        draft.append(t.ExertionEnded(id=id, player=by))


def _untaps(view: View, permanent: Permanent, players: tuple[str, ...]) -> bool:
    """Whether it untaps in their untap step, as far as no player has a choice."""
    if permanent.controller not in players:
        return any(
            _about(view, held, permanent) and any(view.includes(held.ability.players, each, held.context) for each in players)
            for held in view.held(a.UntapsDuring)
        )
    exerted = not permanent.exerted_by.isdisjoint(players)
    return not exerted and not any(_keeps_tapped(view, held, permanent, players) for held in view.held(a.StaysTapped))


def _keeps_tapped(view: View, held: Held[a.StaysTapped], permanent: Permanent, players: tuple[str, ...]) -> bool:
    whose = held.ability.players
    meant = whose is None or any(view.includes(whose, each, held.context) for each in players)
    return meant and _about(view, held, permanent)


def _about(view: View, held: Held[a.UntapsDuring | a.StaysTapped | a.MayStayTapped], permanent: Permanent) -> bool:
    return view.matches(held.ability.permanents, permanent, held.context) and view.holds(held.ability.condition, held.context)


def _left_tapped(view: View, players: tuple[str, ...], untapping: list[Permanent], chosen: Collection[str] | None) -> set[str]:
    """Those that stay tapped though they could untap: no more may untap, or a player leaves them tapped."""
    optional: dict[str, str] = {}
    limits: list[tuple[int, list[str], str]] = []
    for player in players:
        mine = [permanent for permanent in untapping if permanent.controller == player]
        for held in view.held(a.MayStayTapped):
            if held.context.you == player:
                optional |= {permanent.id: held.text for permanent in mine if _about(view, held, permanent)}
        limits += _limits(view, player, mine)
    who = " and ".join(players)
    open_to_choice = dict.fromkeys([*(id for _, meant, _ in limits for id in meant), *optional])
    if chosen is None:
        if open_to_choice:
            why = limits[0][2] if limits else next(iter(optional.values()))
            allowed = f"those that untap, of {', '.join(open_to_choice)}: {who} chooses ({why})"
            raise InvalidInput("untaps", "nothing", allowed)
        return set()
    for id in chosen:
        if id not in open_to_choice:
            allowed = f"permanents that {who} chooses among: {', '.join(open_to_choice) or 'there are none'}"
            raise InvalidInput("untaps", repr(id), allowed)
    for most, meant, text in limits:
        if len(set(chosen).intersection(meant)) > most:
            raise InvalidInput("untaps", ", ".join(chosen), f"no more than {most} of {', '.join(meant)} ({text})")
    return set(open_to_choice) - set(chosen)


def _limits(view: View, player: str, mine: list[Permanent]) -> list[tuple[int, list[str], str]]:
    """No more than so many of these of a player may untap, and why."""
    limits = []
    for limit in view.held(a.UntapLimit):
        ability, context = limit.ability, limit.context
        if view.includes(ability.players, player, context) and view.holds(ability.condition, context):
            meant = [permanent.id for permanent in mine if view.matches(ability.permanents, permanent, context)]
            most = view.quantity(ability.maximum, context)
            if len(meant) > most:
                limits.append((most, meant, limit.text))
    return limits
