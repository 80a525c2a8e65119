"""What holds for combat damage on any board: it adds up, illegal assignments leave no trace, replaying gives the same state."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from declarant import Game
from declarant.events.damage import CombatDamageDealt, StateBasedActionsPerformed
from declarant.events.errors import IllegalDeclaration
from declarant.projections.state import fold
from declarant.tools.cases.permanents import permanent
from hypothesis import given, settings
from hypothesis import strategies as st

KEYWORDS = (
    "",
    "Trample",
    "Deathtouch",
    "Lifelink",
    "First strike",
    "Double strike",
    "Wither",
    "Infect",
    "Toxic 2",
    "Indestructible",
)
RULES = ("2003-08-01", "2009-07-10", "2009-12-15", "2012-08-01", "2026-01-16")

creatures = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 5), st.lists(st.sampled_from(KEYWORDS), max_size=2)), min_size=1, max_size=3
)
boards = st.tuples(creatures, creatures, st.sampled_from(RULES), st.integers(0, 2**16))


def fought(board: Any, backwards: bool = False) -> Game:
    """A game after blocks, drawn by the number at the end of the board."""
    attackers, blockers, rules, seed = board
    random = Random(seed)
    game = Game.start(["Ann", "Bob"], rules=rules)
    entering = [("a", "Ann", each) for each in enumerate(attackers)] + [("b", "Bob", each) for each in enumerate(blockers)]
    for side, player, (number, (power, toughness, texts)) in reversed(entering) if backwards else entering:
        fields = {"types": ("Creature",), "power": power, "toughness": toughness, "text": "\n".join(texts)}
        game.enter(permanent(f"{side}{number}", player, **fields))
    game.declare_attackers({f"a{number}": "Bob" for number in range(len(attackers))})
    blocks = {f"b{number}": [f"a{random.randrange(len(attackers))}"] for number in range(len(blockers)) if random.random() < 0.8}
    game.declare_blockers(blocks)
    return game


def assigned(game: Game, random: Random) -> None:
    """One combat damage step, each player's assignment drawn from the legal ones."""
    while game.legal_assignments:
        options = game.legal_assignments
        game.assign_combat_damage(options.sample(random), by=options.player)
    game.deal_combat_damage()


def steps(game: Game) -> int:
    dealt = [event for _, event in game.log.events() if isinstance(event, CombatDamageDealt)]
    return len(dealt)


@settings(max_examples=40, deadline=None)
@given(boards)
def test_life_counters_and_damage_add_up_and_replay_equals_live(board: Any) -> None:
    game, random = fought(board), Random(board[-1])
    life = dict(game.board.life)
    assigned(game, random)
    for _, event in game.log.events():
        if not isinstance(event, CombatDamageDealt):
            continue
        assert all(each.dealt + each.prevented == each.assigned for each in event.damage)
        for player in life:
            to_player = sum(each.dealt for each in event.damage if each.recipient == player)
            lost, poison = event.life.get(player, 0), event.poison.get(player, 0)
            assert lost <= to_player <= lost + poison
            life[player] += sum(gained.amount for gained in event.gained if gained.player == player) - lost
        hurt = sum(each.dealt for each in event.damage if each.recipient not in life)
        assert hurt == sum(event.marked.values()) + sum(event.counters.values())
    assert life == game.board.life
    assert fold(game.log.events()) == game.state
    assert Game.open(game.journal, "game").state == game.state


@settings(max_examples=30, deadline=None)
@given(
    boards,
    st.dictionaries(
        st.sampled_from(["a0", "a1", "b0", "b1", "Bob"]),
        st.dictionaries(st.sampled_from(["a0", "b0", "Bob", "Ann"]), st.integers(1, 4), max_size=2),
        max_size=3,
    ),
)
def test_an_illegal_assignment_leaves_the_log_as_it_was_and_the_ruling_names_a_legal_one(board: Any, tried: Any) -> None:
    game = fought(board)
    before, state = list(game.log.events()), game.state.copy()
    judged = game.judge_dealing(tried)
    assert game.state == state
    try:
        game.deal_combat_damage(tried)
    except IllegalDeclaration as illegal:
        assert illegal.ruling == judged
        assert list(game.log.events()) == before
        assert game.state == state
        instead, player = illegal.ruling.instead, illegal.ruling.player
        if instead is not None and game.legal_assignments.player == player:
            assert game.judge_combat_damage(instead, by=player).verdict == "legal"
    else:
        assert judged.verdict == "legal"


@settings(max_examples=30, deadline=None)
@given(boards)
def test_nothing_that_is_dead_deals_damage(board: Any) -> None:
    game, random = fought(board), Random(board[-1])
    dead: set[str] = set()
    while game.legal_assignments or steps(game) < 1:
        assigned(game, random)
    for _, event in game.log.events():
        if isinstance(event, StateBasedActionsPerformed):
            dead |= {action.id for action in event.actions if action.to is not None}
        elif isinstance(event, CombatDamageDealt):
            assert dead.isdisjoint(each.source for each in event.damage)
    assert dead.isdisjoint(game.board.permanents)


@settings(max_examples=20, deadline=None)
@given(boards)
def test_the_order_of_creatures_in_the_input_doesnt_matter(board: Any) -> None:
    one, other, random = fought(board), fought(board, backwards=True), Random(board[-1])
    options = one.legal_assignments
    if options and other.legal_assignments.player == options.player:
        assert options.count() == other.legal_assignments.count()
        drawn = options.sample(random)
        assert drawn in other.legal_assignments
        backwards = {id: dict(reversed(amounts.items())) for id, amounts in reversed(drawn.items())}
        assert one.judge_combat_damage(drawn) == one.judge_combat_damage(backwards)


@pytest.mark.parametrize("rules", RULES)
def test_a_combat_of_nobody_deals_nothing(rules: str) -> None:
    game = fought(([(0, 1, [])], [(0, 1, [])], rules, 1))
    game.deal_combat_damage()
    assert game.board.life == {"Ann": 20, "Bob": 20}
