"""Combats as a Gymnasium environment: one player learns, the other is a policy."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy

from ...handlers.playing.play import draws
from ...handlers.playing.policies import Policy, policy_named
from ..cases.models import Case
from .deciding import DecidedGame
from .pettingzoo import CombatEnv


class CombatAgainst(gymnasium.Env[Any, Any]):
    """Games in which `player` (0: the first) decides about one creature at a time, and the other player is `policy`.

    Observations, actions and rewards are those of `CombatEnv`; `info["action_mask"]` and `action_masks()` state the open ones,
    and `info["outcome"]` how a game that is over came out.
    """

    metadata = {"render_modes": ["ansi", "human"]}  # noqa: RUF012

    def __init__(
        self,
        policy: str | Policy = "greedy",
        scenarios: Sequence[Case] | None = None,
        *,
        player: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._env = CombatEnv(scenarios, render_mode=render_mode, **options)
        self._policy = policy
        self._agent = self._env.possible_agents[player]
        self.render_mode = render_mode
        self._random = Random(0)
        self.action_space = self._env.action_space(self._agent)
        self.observation_space = self._env.observation_space(self._agent)
        self._cycles = 0

    @property
    def deciding(self) -> DecidedGame:
        """The game."""
        return self._env.deciding

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        if seed is not None:
            self._random = Random(seed)
        number = self._random.randrange(2**32)
        self._env.reset(seed=number)
        self._other = policy_named(self._policy)(draws(number, "other")) if isinstance(self._policy, str) else self._policy
        self._cycles = 0
        self._let_the_other_decide()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Decide about the creature that is next; the other player decides what is that player's."""
        open_to = self.deciding.actions
        not_open = {} if int(action) in open_to else {"not_open": int(action)}
        if open_to:
            self.deciding.act(int(action) if int(action) in open_to else open_to[0])
        self._let_the_other_decide()
        self._cycles += 1
        seen, info = self._seen()
        over = self.deciding.declaring is None
        limit = self._env.max_cycles
        winner, me = self.deciding.winner, self._env._player(self._agent)
        reward = 0.0 if not over or winner is None else 1.0 if winner == me else -1.0
        if over:
            info["outcome"] = self.deciding.outcome
        if self.render_mode == "human":
            self._env.render()
        return seen, reward, over, not over and limit is not None and self._cycles >= limit, info | not_open

    def _let_the_other_decide(self) -> None:
        me = self._env._player(self._agent)
        while self.deciding.declaring is not None and self.deciding.player != me:
            self.deciding.by_policy(self._other)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        seen = self._env.observe(self._agent)
        return seen, {"action_mask": seen["action_mask"]}

    def action_masks(self) -> Any:
        """Which actions are open, as MaskablePPO of sb3-contrib asks for them."""
        return self._env.action_mask(self._agent).astype(numpy.bool_)

    def render(self) -> Any:
        """The board and the decision as text."""
        return self._env.render()
