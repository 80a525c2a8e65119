"""Commands: what a player chooses, as values; what is awaited; how a game and a board show themselves."""

from collections.abc import Callable
from typing import Any

import pytest
from declarant import (
    AnnounceDamageOrder,
    AssignCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    Enlist,
    Game,
    IllegalDeclaration,
    InvalidInput,
    Offer,
    Pay,
    permanent,
    read_command,
)
from declarant.events.ruling import Ruling
from declarant.tools.cli.schemas import schema as schema_of
from jsonschema import Draft202012Validator

TAXED = "This creature can't attack unless you pay {1}."


def game(text: str = "", rules: str = "2025-04-04") -> Game:
    started = Game.start(["Ann", "Bob"], rules=rules)
    started.enter(permanent("ox", "Ann", types=["Creature"], power=3, toughness=3, text=text))
    started.enter(permanent("elf", "Ann", types=["Creature"], power=1, toughness=1))
    started.enter(permanent("wall", "Bob", types=["Creature"], subtypes=["Wall"], power=0, toughness=4, text="Defender"))
    return started


def test_a_declaration_is_a_value_that_is_judged_declared_and_explained() -> None:
    playing, attack = game("Menace"), DeclareAttackers(attackers={"ox": "Bob"})
    version = playing.version
    assert playing.judge(attack).verdict == "legal"
    assert playing.explain(attack).ruling == playing.judge(attack)
    assert playing.version == version
    assert playing.declare(attack).verdict == "legal"
    with pytest.raises(IllegalDeclaration, match=r"509\.1b"):
        playing.declare(DeclareBlockers(blocks={"wall": ("ox",)}))


@pytest.mark.parametrize(
    "command",
    [
        DeclareAttackers(attackers={"ox": "Bob"}, bands=(("ox", "elf"),), optional_costs={"ox": ("exert", Enlist("elf"))}),
        DeclareAttackers(attackers={"ox": "Bob"}, pay=Offer(mana="{1}", return_=("elf",))),
        DeclareBlockers(blocks={"wall": ("ox",)}, by="Bob", pay=None),
        AnnounceDamageOrder(orders={"ox": ("wall",)}),
        AssignCombatDamage(assignment={"ox": {"Bob": 3}}),
        Pay(pay=False),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_is_sent_is_what_is_read_and_fits_the_schema(command: Any) -> None:
    text = command.model_dump_json(by_alias=True)
    assert read_command(text) == command
    Draft202012Validator(schema_of("commands")).validate(command.model_dump(mode="json", by_alias=True))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"type": "Win"}', '{"type": "DeclareAttackers", "attackers": {"ox": 3}}', '{"type": "Pay", "tip": true}'],
)
def test_what_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="command"):
        read_command(text)


WAYS: list[Callable[[Game], Ruling]] = [
    lambda playing: playing.declare_attackers({"ox": "Bob"}, pay=None),
    lambda playing: playing.declare(DeclareAttackers(attackers={"ox": "Bob"}, pay=None)),
]


@pytest.mark.parametrize("way", WAYS, ids=["method", "command"])
def test_methods_and_commands_append_the_same(way: Callable[[Game], Ruling]) -> None:
    playing = game(TAXED)
    assert way(playing).cost == "{1}"
    assert [(each.command, each.player) for each in playing.awaited] == [("ActivateManaAbilities", "Ann"), ("Pay", "Ann")]
    playing.declare(Pay())
    assert [type(event).__name__ for event in playing.last_events] == ["CostsPaid", "BecameAttacking", "PriorityReceived"]


def test_what_may_come_next_is_stated_step_by_step() -> None:
    playing = game()
    assert [(each.command, each.player) for each in playing.awaited] == [("DeclareAttackers", "Ann")]
    playing.declare_attackers({"ox": "Bob"})
    assert [(each.command, each.player) for each in playing.awaited] == [("DeclareBlockers", "Bob")]
    playing.declare_blockers({"wall": ["ox"]})
    assert [each.command for each in playing.awaited] == ["AssignCombatDamage"]
    playing.deal_combat_damage()
    assert playing.awaited == ()


def test_where_orders_are_announced_they_are_awaited() -> None:
    playing = game(rules="2012-01-01")
    playing.enter(permanent("guard", "Bob", types=["Creature"], power=1, toughness=1))
    playing.declare_attackers({"ox": "Bob"})
    playing.declare_blockers({"wall": ["ox"], "guard": ["ox"]})
    assert [(each.command, each.player) for each in playing.awaited] == [("AnnounceDamageOrder", "Ann")]


def test_a_game_and_a_board_show_what_they_are() -> None:
    playing = game("Flying")
    playing.declare_attackers({"ox": "Bob"})
    assert repr(playing) == ("<Game 'game': Ann, Bob; turn 1, Ann's declare attackers step; rules of 2025-04-04; version 14>")
    assert str(playing.board).splitlines() == [
        "Turn 1, Ann's declare attackers step, rules of 2025-04-04",
        "Ann: 20 life, 0 in hand",
        "  ox: 3/3, Creature, tapped, “Flying”",
        "  elf: 1/1, Creature",
        "Bob: 20 life, 0 in hand",
        "  wall: 0/4, Creature — Wall, “Defender”",
    ]


def test_a_game_shows_permanents_as_effects_make_them() -> None:
    playing = game("Flying")
    playing.enter(permanent("banner", "Ann", types=["Enchantment"], text="Creatures you control get +1/+1 and are Elves."))
    shown = str(playing)
    assert all(line in shown for line in ("  ox: 4/4, Creature — Elf", "  elf: 2/2, Creature — Elf", "  wall: 0/4,"))


def test_what_is_awaited_doesnt_depend_on_a_fact_both_of_whose_answers_await_the_same() -> None:
    playing = game("As long as you're the monarch, this creature has first strike.")
    playing.declare_attackers({"ox": "Bob"})
    playing.declare_blockers({"wall": ["ox"]})
    assert [(each.command, each.player) for each in playing.awaited] == [("AssignCombatDamage", "Ann")]
