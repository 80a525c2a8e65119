"""Combats as a PettingZoo environment: two players who take turns in deciding about one creature each.

Both are asked in every cycle; who has nothing to decide can only wait (action 0). So there is a parallel environment, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from ..cases.models import Case
from .deciding import GLOBAL, SEEN, DecidedGame


class CombatEnv(AECEnv):  # type: ignore[misc]
    """Combat-only games of two players.

    Actions: 0 declares the creature for nothing, or for nothing more, or waits; 1 and those after it for that player or
    permanent, in the order of `things`. `action_mask` has those that are open: each goes on to a legal declaration by the exact
    model, so that nobody gets stuck. One that isn't open counts as the first that is, and `infos` says so.

    Rewards: 1 for winning, −1 for losing, at the end. A game ends when somebody has won, no creature is left, or after `turns`;
    `infos` says which, as "outcome". An episode is truncated after `max_cycles`, if that is stated. `scenarios`: cases to begin
    with, one drawn by the seed; None: boards of `size` creatures each, drawn from some of our own. `damage`: the policy by which
    combat damage is divided and ordered. `record`: whether `deciding.game` has a log.
    """

    metadata = {"name": "declarant_combat_v0", "render_modes": ["ansi", "human"], "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        scenarios: Sequence[Case] | None = None,
        *,
        size: int = 3,
        turns: int = 20,
        damage: str = "greedy",
        max_cycles: int | None = None,
        record: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._made = (tuple(scenarios) if scenarios is not None else None, size, turns, damage)
        self._record = record
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._random = Random(0)
        sizes = [2 + len(case.battlefield) for case in scenarios] if scenarios is not None else [2 + 2 * size]
        self._size = max(sizes)
        self.possible_agents = ["player_0", "player_1"]
        self.deciding = self._begun(0)

    def _begun(self, seed: int) -> DecidedGame:
        scenarios, size, turns, damage = self._made
        return DecidedGame(scenarios, seed, size, turns, damage, self._record)

    @cache  # noqa: B019
    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """What an agent may do at all."""
        return gymnasium.spaces.Discrete(1 + self._size)

    @cache  # noqa: B019
    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent sees: numbers, and which actions are open."""
        seen = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (GLOBAL + SEEN * self._size,), numpy.float32)
        mask = gymnasium.spaces.Box(0, 1, (1 + self._size,), numpy.int8)
        return gymnasium.spaces.Dict({"observation": seen, "action_mask": mask})

    @property
    def things(self) -> tuple[str, ...]:
        """The players and permanents that the actions after 0 are about, in their order."""
        return self.deciding.things

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees now."""
        seen = numpy.zeros(GLOBAL + SEEN * self._size, numpy.float32)
        numbers = self.deciding.seen_by(self._player(agent))
        seen[: len(numbers)] = numbers
        return {"observation": seen, "action_mask": self.action_mask(agent)}

    def action_mask(self, agent: str) -> Any:
        """Which actions are open to the agent now."""
        mask = numpy.zeros(1 + self._size, numpy.int8)
        mask[self._open_to(agent)] = 1
        return mask

    def _player(self, agent: str) -> str:
        return self.deciding.players[self.possible_agents.index(agent)]

    def _open_to(self, agent: str) -> list[int]:
        if self.deciding.declaring is not None and self.deciding.player == self._player(agent):
            return self.deciding.actions
        return [0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode."""
        if seed is not None:
            self._random = Random(seed)
        self.deciding = self._begun(self._random.randrange(2**32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        """The agent whose turn it is decides."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        assert action is not None, "only who is done has no action"
        mine = self.deciding.declaring is not None and self.deciding.player == self._player(agent)
        open_to = self._open_to(agent)
        self.infos[agent] = {} if int(action) in open_to else {"not_open": int(action)}
        if mine:
            self.deciding.act(int(action) if int(action) in open_to else open_to[0])
        last = agent == self.possible_agents[-1]
        self._cycles += last
        if last and self.deciding.declaring is None:
            self.terminations = dict.fromkeys(self.agents, True)
            for info in self.infos.values():
                info["outcome"] = self.deciding.outcome
            if self.deciding.winner is not None:
                self.rewards = {each: 1.0 if self._player(each) == self.deciding.winner else -1.0 for each in self.agents}
        elif last and self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board and the decision as text: returned ("ansi"), or printed ("human")."""
        if self.render_mode is None:
            gymnasium.logger.warn("render_mode is None: make it with render_mode='ansi' or 'human'")
            return None
        text = str(self.deciding)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held."""


def raw_env(**options: Any) -> CombatEnv:
    """The environment as it is."""
    return CombatEnv(**options)


def env(**options: Any) -> Any:
    """The environment, with PettingZoo's check of the order in which it is used."""
    return wrappers.OrderEnforcingWrapper(CombatEnv(**options))


def parallel_env(**options: Any) -> Any:
    """The same in which both players act in each step."""
    return aec_to_parallel(env(**options))
