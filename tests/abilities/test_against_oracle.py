"""Every pair of attackers with a keyword each against every block of two creatures, to the end of combat damage: the outcome is
that of plain code of its own (`oracle`)."""

from itertools import product

import pytest
from abilities.oracle import Fight, Fighter
from declarant import Game, permanent
from referee import ANN, BOB

ATTACKING = ("", "bushido", "flanking", "rampage", "exalted", "battle cry", "melee", "frenzy", "afflict", "training", "dethrone")
BLOCKING = ("", "bushido", "flanking")
NUMBERED = {"bushido": 1, "rampage": 2, "frenzy": 1, "afflict": 2}
BLOCKS = ({}, {"b1": "a1"}, {"b1": "a1", "b2": "a1"}, {"b1": "a1", "b2": "a2"}, {"b2": "a1"})


def fighter(id: str, mine: bool, power: int, toughness: int, keyword: str) -> Fighter:
    return Fighter(id, mine, power, toughness, keyword, NUMBERED.get(keyword, 1))


def played(fight: Fight) -> Game:
    """The same combat, played: everything on the stack resolves as soon as it is there."""
    game = Game.start([ANN, BOB], rules="2025-04-04")
    for each in fight.everybody:
        number = f" {each.number}" if each.keyword in NUMBERED else ""
        stated = {"power": each.power, "toughness": each.toughness, "text": f"{each.keyword.capitalize()}{number}"}
        game.enter(permanent(each.id, ANN if each.mine else BOB, types=["Creature"], **stated))
    attacking = [each.id for each in fight.attackers]
    game.declare_attackers(dict.fromkeys(attacking, BOB))
    game.resolve_all()
    blocks = {blocker: [attacker] for blocker, attacker in fight.blocks.items() if attacker in attacking}
    game.declare_blockers(blocks)
    game.resolve_all()
    first = {
        attacker: {next(iter(by)): max(0, game.view.permanents[attacker].power)}
        for attacker in game.combat.attackers
        if len(by := game.combat.blockers_of(attacker)) > 1 and game.view.permanents[attacker].power > 0
    }
    game.deal_combat_damage(first)
    game.resolve_all()
    assert not game.stack.marks
    return game


def compared(fight: Fight) -> tuple[object, object]:
    game = played(fight)
    fight.run()
    expected = {each.id: (each.power, each.toughness, each.marked) for each in fight.everybody if not each.gone}
    seen = game.view.permanents
    found = {id: (one.power, one.toughness, one.marked) for id, one in seen.items()}
    return (expected, fight.life), (found, dict(game.board.life))


@pytest.mark.parametrize("first", ATTACKING)
def test_two_attackers_and_every_block(first: str) -> None:
    for second, guard, blocks in product(ATTACKING, BLOCKING, BLOCKS):
        fight = Fight(
            [fighter("a1", True, 2, 3, first), fighter("a2", True, 3, 2, second)],
            [],
            [fighter("b1", False, 1, 1, guard), fighter("b2", False, 2, 4, "")],
            dict(blocks),
        )
        expected, found = compared(fight)
        assert expected == found, (first, second, guard, blocks)


@pytest.mark.parametrize("home", ["exalted", "battle cry"])
def test_one_attacker_and_one_at_home(home: str) -> None:
    for first, guard, blocks in product(ATTACKING, BLOCKING, BLOCKS):
        blocks = {blocker: attacker for blocker, attacker in blocks.items() if attacker == "a1"}
        fight = Fight(
            [fighter("a1", True, 2, 3, first)],
            [fighter("a0", True, 2, 2, home)],
            [fighter("b1", False, 1, 1, guard), fighter("b2", False, 2, 4, "")],
            blocks,
        )
        expected, found = compared(fight)
        assert expected == found, (first, home, guard, blocks)
