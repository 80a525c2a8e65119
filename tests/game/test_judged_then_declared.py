"""A declaration that was judged just before isn't decided again as it is declared; the log is the same either way."""

import pytest
from declarant import DeclareAttackers, Game, IllegalDeclaration, permanent


def _game() -> Game:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    for name, player in (("ox", "Ann"), ("elk", "Ann"), ("cub", "Bob")):
        game.enter(permanent(name, player, types=["Creature"], power=2, toughness=2))
    return game


def _types(game: Game) -> list[str]:
    return [f"{entry.version} {entry.type} {entry.body}" for entry in game.journal.entries("game")]


def test_what_was_judged_is_declared_as_if_it_hadnt_been() -> None:
    judged, declared, attack = _game(), _game(), DeclareAttackers(attackers={"ox": "Bob"})
    assert judged.judge(attack).verdict == "legal"
    for game in (judged, declared):
        game.declare(attack)
        game.declare_blockers({"cub": ["ox"]})
    assert _types(judged) == _types(declared)


def test_an_illegal_declaration_between_the_two_stands_in_the_log_before_it() -> None:
    judged, declared, attack = _game(), _game(), DeclareAttackers(attackers={"ox": "Bob"})
    judged.judge(attack)
    for game in (judged, declared):
        with pytest.raises(IllegalDeclaration):
            game.declare_attackers({"cub": "Bob"})
        game.declare(attack)
    assert _types(judged) == _types(declared)
    assert judged.state.version == judged.version


def test_a_command_that_was_changed_after_it_was_judged_is_decided_anew() -> None:
    game, attack = _game(), DeclareAttackers(attackers={"ox": "Bob"})
    game.judge(attack)
    attack.attackers["elk"] = "Bob"
    game.declare(attack)
    assert list(game.combat.attackers) == ["ox", "elk"]
    with pytest.raises(IllegalDeclaration):
        game.declare(attack)


def test_what_was_judged_on_a_game_is_decided_for_a_branch_on_its_own() -> None:
    game, attack = _game(), DeclareAttackers(attackers={"ox": "Bob"})
    branch = game.branch()
    game.judge(attack)
    branch.declare(attack)
    game.declare(attack)
    assert branch.combat == game.combat
    assert branch.board is not game.board
