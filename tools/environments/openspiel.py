"""Combats as a game of OpenSpiel, `declarant_combat`: each action is a place in `Game.legal_commands()`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy

from ...events.errors import InvalidInput
from ...events.optional import required
from ...handlers.best_play.play import power_and_toughness
from ...handlers.game import Game
from ...handlers.playing.advancing import Until, advance
from ...handlers.playing.play import GameOutcome, outcome_now
from ...projections.state import State
from ..cases.models import Case
from ..face import load_cases
from ..simulation.boards import CREATURES, drawn
from ..simulation.simulating import scenario
from .deciding import SEEN, seen_of

pyspiel = required("pyspiel", "openspiel")

NAME = "declarant_combat"
POINTS = 10_000
"""What a game won is worth in points of life, where what one combat leaves behind counts: returns are shares of it."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Combat in Magic: The Gathering, refereed by declarant",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"scenario": "", "size": 2, "seed": 0, "until": "game", "turns": 20, "actions": 4096},
)


class CombatGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """A combat-only game of two players, from the board of a case or one drawn from made-up creatures.

    Parameters: `scenario`, the file of a case; or `size` creatures each and the `seed` of the draw. `until`: "game", whose
    returns are 1, 0 and −1; or "combat", whose returns are what `Game.best_attack` counts, in `POINTS`th parts. `turns`: after so
    many nobody has won, which `outcome` of a state distinguishes from a draw. `actions`: more legal commands than this raise
    InvalidInput.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = dict(_TYPE.parameter_specification) | (params or {})
        self.begun = scenario(_case(str(parameters["scenario"]), int(parameters["size"]), int(parameters["seed"])))
        self.players = self.begun.board.players
        self.until: Until = parameters["until"]
        self.turns, self.actions = int(parameters["turns"]), int(parameters["actions"])
        if min(self.turns, self.actions, int(parameters["size"])) < 1:
            raise InvalidInput("declarant_combat", str(parameters), "1 or more of turns, actions and size")
        if len(self.players) != 2 or self.until not in ("game", "combat"):
            raise InvalidInput("declarant_combat", f"{len(self.players)} players until {self.until!r}", "2 until game or combat")
        self.things = (*self.players, *self.begun.board.permanents)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.turns * 4 * (1 + len(self.things)),
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> CombatState:
        """The board as it begins."""
        return CombatState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CombatObserver:
        """What a player sees: everything."""
        return CombatObserver(self)


def _case(path: str, size: int, seed: int) -> Case:
    if not path:
        return next(drawn(CREATURES, seed, size, 1))
    cases = load_cases(Path(path))
    if len(cases) != 1:
        raise InvalidInput("scenario", f"{path}, with {len(cases)} cases", "the file of one case")
    return cases[0]


class _Held:
    """A game that is branched where OpenSpiel copies a state."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, Any]) -> _Held:
        return _Held(self.game.branch(record=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return _held, (self.game.state.copy(),)


def _held(state: State) -> _Held:
    return _Held(Game.on(state))


class CombatState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A moment of the game in which somebody has a choice, or its end."""

    def __init__(self, game: CombatGame) -> None:
        super().__init__(game)
        self._of = _SpielRules(game)
        self._held = _Held(game.begun.branch(record=False))
        self._advance()

    @property
    def game_state(self) -> Game:
        """The game, which isn't to be changed."""
        return self._held.game

    def _advance(self) -> None:
        game = self._held.game
        self._goes_on = advance(game, until=self._of.game.until, turns=self._of.game.turns)
        self._commands = game.legal_commands() if self._goes_on else []
        if len(self._commands) > self._of.game.actions:
            raise InvalidInput(
                "actions", f"{len(self._commands)} legal commands", f"at most {self._of.game.actions}: the parameter"
            )

    def current_player(self) -> int:
        """Whose choice it is."""
        if not self._goes_on:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self._of.game.players.index(self._held.game.decides or ""))

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._commands)))

    def _apply_action(self, action: int) -> None:
        self._held.game.declare(self._commands[action])
        self._advance()

    def _action_to_string(self, player: int, action: int) -> str:
        if action >= len(self._commands):
            return f"command {action}"
        fields = self._commands[action].model_dump(mode="json", exclude_defaults=True)
        return f"{self._commands[action].type} {fields}"

    def is_terminal(self) -> bool:
        """Whether the game, or its combat, is over."""
        return not self._goes_on

    @property
    def outcome(self) -> GameOutcome:
        """How the game came out, as a state at its end says."""
        goes_on = self._goes_on or (self._of.game.until == "combat" and not self._held.game.is_over)
        return "not over" if goes_on else outcome_now(self._held.game)

    def returns(self) -> list[float]:
        """What each player has got of it."""
        if self._goes_on:
            return [0.0, 0.0]
        game, (first, second) = self._held.game, self._of.game.players
        won = game.returns()[first]
        if self._of.game.until == "combat" and not won:
            won = (self._of.worth(game, first) - self._of.worth(game, second)) / POINTS
        return [won, 0.0 - won]

    def __str__(self) -> str:
        """The board."""
        return str(self._held.game)


class _SpielRules:
    """The game that a state is of, which is shared by its copies, and what its players had when it began."""

    def __init__(self, game: CombatGame) -> None:
        self.game = game
        self._begun = {player: self._has(game.begun, player) for player in game.players}

    def __deepcopy__(self, memo: dict[int, Any]) -> _SpielRules:
        return self

    def worth(self, game: Game, player: str) -> int:
        """What a player has more, or less, than at the beginning."""
        return self._has(game, player) - self._begun[player]

    @staticmethod
    def _has(game: Game, player: str) -> int:
        board = game.board
        return board.life[player] + sum(
            power_and_toughness(each) for each in board.permanents.values() if each.controller == player
        )


class CombatObserver:
    """The board as text, or as numbers: whose choice it is, then those of `seen_of` for each player and permanent."""

    def __init__(self, game: CombatGame) -> None:
        self._game = game
        self.tensor = numpy.zeros(2 + SEEN * len(game.things), numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CombatState, player: int) -> None:
        """Fill in the numbers."""
        self.tensor.fill(0)
        if state.current_player() >= 0:
            self.tensor[state.current_player()] = 1
        seen = seen_of(state.game_state, self._game.players[player], self._game.things)
        self.tensor[2:] = [number for each in seen for number in each]

    def string_from(self, state: CombatState, player: int) -> str:
        """The choices that led here, and the board."""
        return f"{state.history_str()}\n{state}"


pyspiel.register_game(_TYPE, CombatGame)
