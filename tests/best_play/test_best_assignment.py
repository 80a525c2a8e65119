"""The best division of combat damage, against every legal assignment carried out on a branch of the game."""

from random import Random

import pytest
from declarant import AssignCombatDamage, DealCombatDamage, Game, InvalidInput, permanent
from declarant.events.errors import NotModelled

TEXTS = ("", "", "Trample", "First strike", "Double strike", "Deathtouch", "Lifelink", "Indestructible", "Infect", "Wither")
RULES = ("2012-01-01", "2025-04-04")
LOST = 10_000


def fought(random: Random, rules: str) -> Game:
    """A combat of two attackers, of which one is blocked by up to three."""
    game = Game.start(["Ann", "Bob"], rules=rules, life={"Bob": random.choice((3, 6, 20))})
    for id, player in (("a1", "Ann"), ("a2", "Ann"), ("b1", "Bob"), ("b2", "Bob"), ("b3", "Bob")):
        texts = {random.choice(TEXTS) for _ in range(2)}
        power, toughness = random.randint(0, 4), random.randint(1, 4)
        game.enter(
            permanent(id, player, types=["Creature"], power=power, toughness=toughness, text="\n".join(sorted(texts)).strip())
        )
    game.declare_attackers({"a1": "Bob", "a2": "Bob"})
    game.declare_blockers({id: ["a1"] for id in random.sample(["b1", "b2", "b3"], random.randint(0, 3))})
    if game.awaited[0].command == "AnnounceDamageOrder":
        game.announce_orders({"a1": list(game.combat.blockers_of("a1"))})
    return game


def best_by_trying(game: Game) -> int:
    """What the active player can make of what is left of the combat, by carrying out every legal assignment."""
    if not game.awaited or len(game.board.players) < 2:
        return 0
    if not game.legal_assignments_of("Ann"):
        dealt = game.branch()
        dealt.declare(DealCombatDamage())
        return worth(dealt) - worth(game) + best_by_trying(dealt)
    found = []
    for assignment in game.legal_assignments:
        tried = game.branch()
        tried.declare(AssignCombatDamage(assignment=assignment, by="Ann"))
        if tried.awaited and tried.awaited[0].command in ("DealCombatDamage", "AssignCombatDamage"):
            tried.declare(DealCombatDamage())
        found.append(worth(tried) - worth(game) + best_by_trying(tried))
    return max(found)


def worth(game: Game) -> int:
    board = game.board
    total = sum(
        (1 if each.controller == "Ann" else -1) * (stated(each.id, game)) for each in board.permanents.values() if each.id
    )
    return total + board.life["Ann"] - board.life["Bob"] + (0 if "Bob" in board.players else LOST)


def stated(id: str, game: Game) -> int:
    """Power and toughness as the board stated them before damage: counters don't change what a creature was worth."""
    entered = next(event for _, event in game.log.events() if event.type == "PermanentEntered" and event.id == id)
    return entered.power + entered.toughness


@pytest.mark.parametrize("rules", RULES)
def test_no_legal_assignment_is_worth_more_than_the_best(rules: str) -> None:
    random = Random(f"assignments {rules}")
    compared = 0
    for _ in range(60):
        game = fought(random, rules)
        if not game.legal_assignments_of("Ann"):
            continue
        best = game.best_assignment(worth="flat")
        assert best.assignment in game.legal_assignments
        tried = best_by_trying(game)
        if best.value is None:
            assert tried >= LOST // 2
        else:
            assert tried == best.value, (str(game.board), game.combat.blockers, best)
        compared += 1
    assert compared > 30


def test_what_is_not_known_is_reported() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04")
    game.enter(permanent("spirit", "Ann", types=["Creature"], power=2, toughness=1, text="Trample\nSoulshift 2"))
    game.enter(permanent("ox", "Bob", types=["Creature"], power=1, toughness=1))
    game.declare_attackers({"spirit": "Bob"})
    game.declare_blockers({"ox": ["spirit"]})
    with pytest.raises(NotModelled, match="Soulshift"):
        game.best_assignment(worth="flat")


def test_there_is_no_best_assignment_where_nothing_is_assigned() -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04")
    with pytest.raises(InvalidInput, match="best_assignment"):
        game.best_assignment(worth="flat")
