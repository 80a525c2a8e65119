"""Policies by their names, those of users' modules, and what the better ones heed."""

import sys
from pathlib import Path
from random import Random

import pytest
from declarant import Game, InvalidInput, permanent, policy_named
from declarant.handlers.procedure.commands import DeclareAttackers

MODULE = """
from declarant import DeclareAttackers, policy_named

def bold(random):
    cautious = policy_named("never")(random)
    def decide(game, player):
        if game.awaited[0].command == "DeclareAttackers":
            return DeclareAttackers(attackers=max(game.legal_attacks, key=len))
        return cautious(game, player)
    return decide

def two(game, player): return None
def none(random): return 7
number = 7
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "policies_of_mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each])
    return "policies_of_mine"


def of(*creatures: tuple[str, str, int, int], **life: int) -> Game:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", life=life)
    for name, player, power, toughness in creatures:
        game.enter(permanent(name, player, types=["Creature"], power=power, toughness=toughness))
    return game


def attack(policy: str, game: Game) -> set[str]:
    command = policy_named(policy)(Random(0))(game, "Ann")
    assert isinstance(command, DeclareAttackers)
    return set(command.attackers)


def test_a_function_of_a_module_makes_a_policy(module: str) -> None:
    assert attack(f"{module}:bold", of(("ox", "Ann", 1, 1), ("elk", "Bob", 4, 4))) == {"ox"}


@pytest.mark.parametrize(
    ("name", "why"),
    [("absent", "no attribute"), ("two", "positional argument"), ("none", "a callable"), ("number", "int")],
)
def test_what_makes_no_policy_is_refused(module: str, name: str, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        policy_named(f"{module}:{name}")(Random(0))


@pytest.mark.parametrize("name", ["no_such_module:bold", "lookahead(0)", "lookahead(99)", "lookahead(-1)", "os.path", "bold"])
def test_there_is_no_policy_of_that_name(name: str) -> None:
    with pytest.raises(InvalidInput):
        policy_named(name)(Random(0))


def test_best_holds_back_what_it_needs_at_home() -> None:
    """The 3/3 is unblocked this turn, and would be missed against two 3/3s at 5 life."""
    creatures = (("a", "Ann", 3, 3), ("b", "Bob", 3, 1), ("c", "Bob", 3, 1))
    game = of(*creatures, Ann=5, Bob=20)
    game.change("b", tapped=True)
    game.change("c", tapped=True)
    assert attack("best", game) == set() and attack("best", of(creatures[0], Ann=5, Bob=20)) == {"a"}


def test_best_offers_no_even_trade_after_which_it_is_behind() -> None:
    """A 3/3 for a 3/3 leaves a 2/2 against a 3/3: worth as much as before, and then attacked for the rest of the game."""
    assert attack("best", of(("a", "Ann", 3, 3), ("b", "Ann", 2, 2), ("c", "Bob", 3, 3), ("d", "Bob", 3, 3))) == set()


def test_best_begins_a_race_that_it_wins() -> None:
    """Nobody can block a flyer: three turns, while the other player needs four."""
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", life={"Ann": 8, "Bob": 6})
    game.enter(permanent("kite", "Ann", types=["Creature"], power=3, toughness=1, text="Flying"))
    game.enter(permanent("ox", "Bob", types=["Creature"], power=2, toughness=5))
    assert attack("best", game) == attack("lookahead", game) == {"kite"}


def test_where_nothing_survives_best_still_attacks() -> None:
    assert attack("best", of(("a", "Ann", 1, 1), ("b", "Bob", 9, 9), ("c", "Bob", 9, 9), Ann=1, Bob=20)) in ({"a"}, set())
