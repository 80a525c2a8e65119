"""Combats as environments for reinforcement learning (the extra `rl`).

`env`, `raw_env` and `parallel_env` make PettingZoo environments of two players, `CombatAgainst` a Gymnasium environment against a
policy, `VectorCombat` many of these in worker processes. All ask for one creature at a time, and mask what leads to no legal
declaration.
"""

from .events.optional import required

required("pettingzoo", "rl")
required("gymnasium", "rl")

from .tools.environments.against_policy import CombatAgainst  # noqa: E402
from .tools.environments.pettingzoo import CombatEnv, env, parallel_env, raw_env  # noqa: E402
from .tools.environments.vector import VectorCombat  # noqa: E402

__all__ = ["CombatAgainst", "CombatEnv", "VectorCombat", "env", "parallel_env", "raw_env"]
