"""The timers of the players, as they were stated last: how long a player has left who is asked to declare."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from .messages import ServerMessage, Timer

OF_A_TURN = {"attack": "TimerType_ActivePlayer", "block": "TimerType_NonActivePlayer"}
"""The timer of the player whose turn it is, and of the other."""
OF_THE_MATCH = "TimerType_MatchClock"

_MILLISECOND = timedelta(milliseconds=1)


class Clocks:
    """Keeps the timers of one game. Time goes on for those that run."""

    def __init__(self) -> None:
        self._timers: dict[int, tuple[Timer, datetime]] = {}
        self._seats: dict[int, int] = {}

    def read(self, message: ServerMessage, now: datetime) -> None:
        """Take in what a message says of timers."""
        timers, state = message.timer_state_message, message.game_state_message
        if timers is not None:
            self._take(timers.timers, now)
            self._seats |= {timer.timer_id: timers.seat_id for timer in timers.timers}
        if state is not None:
            self._take(state.timers, now)
            self._seats |= {id: player.system_seat_number for player in state.players for id in player.timer_ids}

    def _take(self, timers: Iterable[Timer], now: datetime) -> None:
        self._timers |= {timer.timer_id: (timer, now) for timer in timers}

    def left(self, seat: int, kind: str, now: datetime) -> int | None:
        """Milliseconds left on that timer of a player; None where it isn't stated."""
        for id, (timer, stated) in self._timers.items():
            if timer.type == kind and self._seats.get(id) == seat:
                since = (now - stated) // _MILLISECOND if timer.running else 0
                return max(0, timer.duration_sec * 1000 - timer.elapsed_ms - since)
        return None
