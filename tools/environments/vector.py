"""Many environments at once, in worker processes, as a vector environment of Gymnasium."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import gymnasium
import numpy
from gymnasium.vector.utils import batch_space

from ...events.errors import DeclarantError, InvalidInput
from ..running.executors import cores
from .against_policy import CombatAgainst


class VectorCombat(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """So many environments `CombatAgainst`, shared out to worker processes; after each episode another begins at once.

    `workers`: how many processes, by default one for each core; 0: all in this one. Other arguments are those of `CombatAgainst`;
    games have no logs unless `record` is given.
    What an environment does depends on its number and seed alone, whatever process has it. `info["action_mask"]` says which
    actions are open; where an episode ended, `info["final_obs"]` has what was seen then, and `info["outcome"]` how it came out.
    Where a game can't go on, `step` raises why; `reset` begins all of them anew.
    """

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, number: int, policy: str = "greedy", *, workers: int | None = None, **options: Any) -> None:
        workers = cores() if workers is None else workers
        if number < 1 or workers < 0:
            raise InvalidInput("number, workers", f"{number}, {workers}", "1 or more environments; 0 or more workers")
        self.num_envs = number
        options = {"record": False} | options
        one = CombatAgainst(policy, **options)
        self.single_observation_space, self.single_action_space = one.observation_space, one.action_space
        self.observation_space = batch_space(one.observation_space, number)
        self.action_space = batch_space(one.action_space, number)
        self._seeds = numpy.random.default_rng(0)
        parts = min(workers, number)
        self._ends = [number * part // parts for part in range(1, parts + 1)] if parts else [number]
        self._others = [_Process(policy, options, count) for count in self._shares] if parts else []
        self._own = None if parts else _Several(policy, options, number)

    @property
    def _shares(self) -> list[int]:
        """How many environments each process has."""
        return [end - begin for begin, end in zip([0, *self._ends], self._ends, strict=False)]

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in each: with a seed each, or those from this number on."""
        if seed is None:
            seeds = [int(each) for each in self._seeds.integers(2**31, size=self.num_envs)]
        else:
            seeds = list(seed) if isinstance(seed, Sequence) else [int(seed) + number for number in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise InvalidInput("seed", f"{len(seeds)} seeds", f"one, or {self.num_envs}")
        (seen,) = self._asked("reset", seeds)
        together = self._together(seen)
        return together, {"action_mask": together["action_mask"]}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Decide in each."""
        if len(actions) != self.num_envs:
            raise InvalidInput("actions", f"{len(actions)} actions", str(self.num_envs))
        seen, rewards, ended, truncated, final, outcomes = self._asked("step", [int(each) for each in actions])
        together = self._together(seen)
        info: dict[str, Any] = {"action_mask": together["action_mask"]}
        over = numpy.asarray(ended) | numpy.asarray(truncated)
        if over.any():
            for name, values in (("final_obs", final), ("outcome", outcomes)):
                info[name] = numpy.empty(self.num_envs, dtype=object)
                info[name][:] = values
                info[f"_{name}"] = over
        return together, numpy.asarray(rewards), numpy.asarray(ended), numpy.asarray(truncated), info

    def close_extras(self, **_: Any) -> None:
        """End the processes."""
        for other in self._others:
            other.end()

    def _asked(self, what: str, values: list[int]) -> tuple[list[Any], ...]:
        """What all environments answer, in their order."""
        if self._own is not None:
            return self._own.answer(what, values)
        for other, begin, end in zip(self._others, [0, *self._ends], self._ends, strict=False):
            other.ask(what, values[begin:end])
        answered = [other.answered() for other in self._others]  # by all, lest one be taken for that of the next question
        for each in answered:
            if isinstance(each, Exception):
                raise each
        answers = [each for each in answered if not isinstance(each, Exception)]
        return tuple([each for answer in answers for each in answer[part]] for part in range(len(answers[0])))

    def _together(self, seen: list[Any]) -> dict[str, Any]:
        return {name: numpy.stack([each[name] for each in seen]) for name in ("observation", "action_mask")}


class _Several:
    """Environments that one process has."""

    def __init__(self, policy: str, options: dict[str, Any], number: int) -> None:
        self._environments = [CombatAgainst(policy, **options) for _ in range(number)]

    def answer(self, what: str, values: list[int]) -> tuple[list[Any], ...]:
        if what == "reset":
            return ([env.reset(seed=seed)[0] for env, seed in zip(self._environments, values, strict=True)],)
        return tuple(map(list, zip(*map(self._step, self._environments, values), strict=True)))

    @staticmethod
    def _step(environment: CombatAgainst, action: int) -> tuple[Any, float, bool, bool, Any, str | None]:
        seen, reward, ended, truncated, info = environment.step(action)
        if not (ended or truncated):
            return seen, reward, ended, truncated, None, None
        return environment.reset()[0], reward, ended, truncated, seen, info.get("outcome")


class _Process:
    """A worker process that has some of the environments."""

    def __init__(self, policy: str, options: dict[str, Any], number: int) -> None:
        context = get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_work, args=(there, policy, options, number), daemon=True)
        self._process.start()
        there.close()

    def ask(self, what: str, values: list[int]) -> None:
        self._here.send((what, values))

    def answered(self) -> tuple[list[Any], ...] | Exception:
        try:
            answer: tuple[list[Any], ...] | Exception = self._here.recv()
        except EOFError:
            return DeclarantError("a worker process ended")
        return answer

    def end(self) -> None:
        self._here.close()
        self._process.join()


def _work(asked: Connection, policy: str, options: dict[str, Any], number: int) -> None:
    """Answer until nobody asks any more, however the parent ends."""
    several = _Several(policy, options, number)
    gc.freeze()  # what is loaded stays, and needn't be gone through for what can be freed
    while True:
        try:
            what, values = asked.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            asked.send(several.answer(what, values))
        except (DeclarantError, ValueError) as error:
            asked.send(error)
