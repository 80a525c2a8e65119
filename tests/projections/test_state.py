"""States and their forks: what is decided on a fork changes nothing before it."""

import pytest
from declarant import play
from declarant.projections.frozen import frozen
from declarant.projections.state import State, fold
from playing.boards import begun


@pytest.mark.parametrize("rules", ["2003-07-01", "2025-04-04"])
def test_an_event_on_a_fork_changes_nothing_that_the_fork_shares(rules: str) -> None:
    """What is handed out can't be changed: a fold that tried to would be refused."""
    game = begun(size=4, rules=rules)
    play(game, {"Ann": "uniform", "Bob": "uniform"}, seed=3, turns=8)
    events = list(game.log.events())
    state = State()
    for version, event in events:
        shared = frozen(state)
        fork = shared.fork()
        fork.apply(event, version)
        state.apply(event, version)
        assert fork == state
    assert state == fold(events) == game.state


def test_a_fork_has_permanents_of_its_own() -> None:
    state = begun().state.copy()
    fork = state.fork()
    del fork.board.permanents["c0"]
    assert "c0" in state.board.permanents
    assert fork.board.life is state.board.life
