"""Costs to attack or block: the total, locked in, and its payment, whole or not at all (508.1h–j, 509.1d–f)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from ...events.abilities import IsInState, IsOnRecord, PermanentCost
from ...events.declarations import CostInstance, CostsLocked, CostsPaid, LockedCost, LockedPermanents
from ...events.model import parts_of
from ...events.prose import said
from .. import mana
from ..budget import Budget
from ..combat.dealing import may_lose_life
from ..legality.formulation import CostHeld
from ..view.context import Context
from ..view.reading import reading
from ..view.stated_facts import presume_hands
from ..view.view import View
from .commands import Offer

NAMED = 6
"""Up to this many candidates for a cost are named; of more, only the number to choose."""


def locked(
    view: View, player: str, due: Iterable[CostHeld], enlisted: Iterable[str], declared: Collection[str]
) -> Iterator[CostsLocked]:
    """508.1h, 509.1d: what each player pays, locked in: for a team's creatures each one's controller pays (810.5).

    `declared`: the creatures of this declaration, which texts may except.
    """
    together, due, enlisted = view.board.side(player), list(due), list(enlisted)
    if len(together) < 2:
        found = lock(view, player, due, enlisted, declared) if due or enlisted else None
        yield from () if found is None else (found,)
        return
    for payer in together:
        own = [held for held in due if view.permanents[held.creature].controller == payer]
        tapped = [creature for creature in enlisted if view.permanents[creature].controller == payer]
        found = lock(view, payer, own, tapped, declared) if own or tapped else None
        yield from () if found is None else (found,)


def lock(
    view: View, player: str, costs: Iterable[CostHeld], enlisted: Iterable[str], declared: Collection[str] = ()
) -> CostsLocked | None:
    """The total cost, determined and locked in; None where nothing is to be paid.

    Enlisting taps a creature as a cost that was chosen already.
    """
    instances: list[CostInstance] = []
    manas: list[str] = []
    life = discard = 0
    permanents: list[LockedPermanents] = []
    candidates_of: dict[tuple[int, object, str], tuple[str, ...]] = {}  # the same for every creature that an ability taxes
    for held in costs:
        cost, context = held.cost, held.context
        instances.append(
            CostInstance(source=held.held.source or "", creature=held.creature, target=held.target, text=held.held.text)
        )
        times = max(0, view.quantity(cost.times, context))  # 107.1b
        generic = max(0, view.quantity(cost.generic, context))
        if cost.mana or not isinstance(cost.generic, int) or generic:
            manas.append(mana.add(mana.times(cost.mana, times), f"{{{generic}}}"))
        life += max(0, view.quantity(cost.life, context))
        discard += max(0, view.quantity(cost.discard, context))
        for part in cost.permanents:
            number = max(0, view.quantity(part.number, context))
            key = id(part), reading(part.filter).values(context), context.you
            if key not in candidates_of:
                candidates_of[key] = _candidates(view, player, part, context, declared)
            permanents.append(
                LockedPermanents(action=part.action, number=number, candidates=candidates_of[key], what=held.held.text)
            )
    for creature in enlisted:
        instances.append(CostInstance(source=creature, creature=creature, text="enlist"))
        permanents.append(LockedPermanents(action="tap", number=1, candidates=(creature,), what=f"enlist {creature}"))
    if not instances:
        return None
    total = mana.add(*manas) if manas or not (life or discard or permanents) else ""
    text = _in_words(total, life, discard, permanents)
    locked = LockedCost(mana=total, life=life, discard=discard, permanents=tuple(permanents), text=text)
    return CostsLocked(player=player, total=locked, instances=tuple(instances))


def _candidates(view: View, player: str, part: PermanentCost, context: Context, declared: Collection[str]) -> tuple[str, ...]:
    """The permanents with which the player could pay this part of a cost: "a creature not declared as an attacking or blocking
    creature this combat" is none of those that are declared now, either."""
    excepted = declared if any(map(_excepts_declared, parts_of(part.filter))) else ()
    return tuple(
        permanent.id
        for permanent in view.permanents.values()
        if permanent.controller == player
        and permanent.id not in excepted
        and view.matches(part.filter, permanent, context)
        and not (part.action == "tap" and permanent.tapped)
    )


def _excepts_declared(part: object) -> bool:
    return isinstance(part, IsOnRecord) and part.negated and IsInState(state="attacked this combat") in parts_of(part.happened)


def _in_words(total: str, life: int, discard: int, permanents: list[LockedPermanents]) -> str:
    parts = [total] if total else []
    if life:
        parts.append(f"{life} life")
    if discard:
        parts.append(f"discard {discard} card{'s' if discard > 1 else ''}")
    together: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for part in permanents:
        together[part.action, part.candidates] += part.number
    parts += [f"{action} {_which(number, candidates)}" for (action, candidates), number in together.items()]
    return ", ".join(parts)


def _which(number: int, candidates: tuple[str, ...]) -> str:
    """So many of these, by name where they are few."""
    if number == len(candidates):
        return " and ".join(candidates)
    if number > len(candidates) or len(candidates) > NAMED:
        return f"{number} permanent{'s' if number != 1 else ''}"
    return " or ".join(candidates) if number == 1 else f"{number} of {', '.join(candidates)}"


class Paid(NamedTuple):
    """A payment of the whole total, and what the player can still produce after it (None: whatever is needed)."""

    event: CostsPaid
    mana_left: str | None


def payment(view: View, locked: CostsLocked, offer: Offer, budget: Budget) -> Paid | str:
    """The payment of the whole locked-in total, or why it can't be made: partial payments aren't allowed. Raises Spent."""
    player, total, hand = locked.player, locked.total, view.board.hand[locked.player]
    paid = _mana_and_life(view, locked, offer, budget)
    if isinstance(paid, str):
        return paid
    if offer.discard is not None and offer.discard != total.discard:
        return f"{offer.discard} cards discarded: {_no_part_of(total)}"
    if total.discard:
        presume_hands(view.board, (player,))
    if total.discard > hand:
        return said("{} has {hand} cards in hand and can't discard {number}", player, hand=hand, number=total.discard)
    chosen = _permanents(view, locked, offer)
    if isinstance(chosen, str):
        return said("{picked}: {too_little}", picked=chosen, too_little=_no_part_of(total))
    event = CostsPaid(
        player=player,
        mana=total.mana,
        life=total.life + paid.life,
        discard=total.discard,
        tapped=chosen["tap"],
        sacrificed=chosen["sacrifice"],
        returned=chosen["return"],
        exiled=chosen["exile"],
    )
    return Paid(event, paid.left)


class _ManaPaid(NamedTuple):
    """Mana that is paid: the life that is paid for some of it, and what can still be produced (None: whatever is needed)."""

    life: int
    left: str | None


def _mana_and_life(view: View, locked: CostsLocked, offer: Offer, budget: Budget) -> _ManaPaid | str:
    """The mana and life of the total as it is paid, or why that can't be. Raises Spent."""
    player, total = locked.player, locked.total
    producible, life = view.board.mana.get(player), view.board.life[player]
    too_little = _no_part_of(total)
    if not may_lose_life(view, player):
        life = 0  # 119.8: any amount but 0
    if offer.life is not None and offer.life > life:
        return said("{} has {life} life and can't pay {offered}", player, life=life, offered=offer.life)
    offered = life if offer.life is None else offer.life
    if offered < total.life:
        return said("{} pays {life} life: {too_little}", player, too_little=too_little, life=offered)
    if offer.mana is None:
        paid = mana.pay(total.mana, producible, offered - total.life, budget)
        left = paid.left if paid is not None and producible is not None else None
    else:
        produced = mana.pay(offer.mana, producible, 0, budget)
        if produced is None:
            return said("{} can produce only {producible}, not {mana}", player, producible=producible, mana=offer.mana)
        paid = mana.pay(total.mana, offer.mana, offered - total.life, budget)
        left = produced.left if producible is not None else None
    if paid is None:
        given = producible if offer.mana is None else offer.mana
        return f"{given} doesn't pay it: {too_little}"
    if offer.life is not None and offer.life > total.life + paid.life:
        return f"{offer.life} life paid: the total is {total.text}, and no more is paid"
    return _ManaPaid(paid.life, left)


def _no_part_of(total: LockedCost) -> str:
    return f"the total is {total.text}, and partial payments aren't allowed"


def _permanents(view: View, locked: CostsLocked, offer: Offer) -> dict[str, tuple[str, ...]] | str:
    """The permanents that pay for the total, by what is done to them; or what is missing."""
    offered = {"tap": offer.tap, "sacrifice": offer.sacrifice, "return": offer.return_, "exile": offer.exile}
    chosen: dict[str, tuple[str, ...]] = {}
    # In any order: what was tapped for one cost can leave for another.
    for actions in (("tap",), ("sacrifice", "return", "exile")):
        picked = _pick(view, locked.player, locked.total.permanents, {action: offered[action] for action in actions})
        if isinstance(picked, str):
            return picked
        chosen |= picked
    return chosen


def _pick(
    view: View, player: str, parts: Iterable[LockedPermanents], offered: Mapping[str, tuple[str, ...] | None]
) -> dict[str, tuple[str, ...]] | str:
    """Permanents for every part with one of these actions, each for one part only; or what is missing. It is a bipartite
    matching."""
    asked_for = [part for part in parts if part.action in offered]
    for part in asked_for:
        if part.number > len(part.candidates):
            return _nothing_left(part)
    places = [part for part in asked_for for _ in range(part.number)]

    def serves(candidate: str, part: LockedPermanents) -> bool:
        permanent, asked = view.permanents.get(candidate), offered[part.action]
        return (
            permanent is not None
            and permanent.controller == player
            and not (part.action == "tap" and permanent.tapped)
            and (asked is None or candidate in asked)
        )

    different = {(part.action, part.candidates): part for part in asked_for}
    able = {key: [candidate for candidate in part.candidates if serves(candidate, part)] for key, part in different.items()}
    given = _matched([able[part.action, part.candidates] for part in places])
    if isinstance(given, int):
        return _nothing_left(places[given], offered[places[given].action])
    chosen = {
        action: tuple(candidate for part, candidate in zip(places, given, strict=True) if part.action == action)
        for action in offered
    }
    for action, asked in offered.items():
        if extra := set(asked or ()) - set(chosen[action]):
            return said("{} isn't asked for", sorted(extra))
    return chosen


def _matched(able: list[list[str]]) -> list[str] | int:
    """For each place a candidate of its own, of those that are able to take it; or the first place for which there is none left.

    Augmenting paths, breadth first: for one place more, others may have to take something else.
    """
    given: list[str] = []
    taken: dict[str, int] = {}
    untried = {id(candidates): iter(candidates) for candidates in able}
    for place, candidates in enumerate(able):
        free = next((candidate for candidate in untried[id(candidates)] if candidate not in taken), None)
        came = {free: place} if free is not None else {}
        queue = [place] if free is None else []
        for other in queue:
            for candidate in able[other]:
                if candidate not in came:
                    came[candidate] = other
                    if candidate not in taken:
                        free = candidate
                        break
                    queue.append(taken[candidate])
            if free is not None:
                break
        if free is None:
            return place
        given.append("")
        while True:
            taker = came[free]
            taken[free], given[taker], free = taker, free, given[taker]
            if taker == place:
                break
    return given


def _nothing_left(part: LockedPermanents, offered: tuple[str, ...] | None = None) -> str:
    nothing = "nothing left" if offered is None else "nothing offered" if not offered else "nothing more offered"
    return f"there is {nothing} to {part.action} for “{part.what}”"
