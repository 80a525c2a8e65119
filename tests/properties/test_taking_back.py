"""What is taken back leaves no trace in the log, and all of it in the journal."""

from declarant.events.errors import IllegalDeclaration
from declarant.projections.state import State, fold
from hypothesis import assume, given
from properties.games import STEPS, RandomGame, random_games


@given(random_games(), STEPS)
def test_an_illegal_declaration_leaves_the_log_as_it_was_and_the_journal_longer_by_the_attempt_and_a_cut(
    played: RandomGame, steps: int
) -> None:
    for _ in range(steps):
        played.step()
    game = played.game
    assume(game.state.declarations.pending is None)
    before, state, version = played.surviving, game.state.copy(), game.version
    try:
        if game.combat.attackers_declared:
            game.declare_blockers(played.blocks())
        else:
            game.declare_attackers(played.attackers())
    except IllegalDeclaration as error:
        assert played.surviving == before
        assert game.state == state
        added = list(played.journal.entries("game", after_version=version))
        assert [entry.is_cut for entry in added] == [False] * (len(added) - 1) + [True]
        rewound = game.rewound[-1]
        assert rewound.ruling == error.ruling
        assert (rewound.first, rewound.last, rewound.cut) == (version + 1, game.version - 1, game.version)
        assert [v for v, _ in rewound.events] == [entry.version for entry in added[:-1]]
    else:
        assert played.surviving[: len(before)] == before and len(played.surviving) > len(before)


@given(random_games(), STEPS)
def test_judging_appends_nothing_and_changes_nothing(played: RandomGame, steps: int) -> None:
    for _ in range(steps):
        played.step()
    game = played.game
    assume(game.state.declarations.pending is None)
    journal, state = played.exported, game.state.copy()
    rulings = [game.judge_attackers(played.attackers()), game.judge_blockers(played.blocks())]
    assert all(ruling.verdict in ("legal", "illegal") for ruling in rulings)
    assert played.exported == journal
    assert game.state == state


@given(random_games(), STEPS)
def test_what_is_judged_legal_can_be_declared_and_what_is_judged_illegal_can_not(played: RandomGame, steps: int) -> None:
    for _ in range(steps):
        played.step()
    game = played.game
    assume(game.state.declarations.pending is None)
    attackers = played.attackers()
    judged = game.judge_attackers(attackers)
    try:
        declared = game.declare_attackers(attackers)
    except IllegalDeclaration as error:
        declared = error.ruling
    assert declared == judged


@given(random_games(), STEPS)
def test_taking_back_step_after_step_gives_each_earlier_state_again(played: RandomGame, steps: int) -> None:
    log = played.game.log
    reached: dict[int, State] = {}
    for _ in range(steps):
        reached[played.game.state.version] = played.game.state.copy()
        played.step()
    standing = {version for version, _ in log.events()}
    for version in sorted(reached.keys() & standing, reverse=True):
        log.truncate(version)
        assert fold(log.events()) == reached[version]
