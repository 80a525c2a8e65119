"""Announcing damage assignment orders: 509.2, 509.3, 509.6 and 509.7 of the editions from 2009-07-11 to 2024-11-07."""

from __future__ import annotations

from ..attempt import Attempt
from ..combat import damage_orders, turns
from .commands import AnnounceDamageOrder
from .runner import Procedure


def announce(attempt: Attempt[AnnounceDamageOrder]) -> None:
    """509.2–3, until 2024-11-07: each creature that has an order gets it. Raises Violated."""
    damage_orders.announce(attempt.draft, attempt.command.orders)


def receive_priority(attempt: Attempt[AnnounceDamageOrder]) -> None:
    """509.5, 2009-07-11 to 2016-09-29, then 509.4: once all orders are announced, the active player gets priority."""
    if not turns.orders_awaited(attempt.draft):
        turns.receive_priority(attempt.draft)


ORDERS_509_2 = Procedure(action="order", steps=(announce,), completion=(receive_priority,))
