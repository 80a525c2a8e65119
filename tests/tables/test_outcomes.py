"""The rows that state what came of a combat: damage, deaths, and what each attack, block and declaration brought about."""

from typing import Any

from arena.logs import (
    ME,
    OPPONENT,
    STREAM,
    Imported,
    Json,
    Log,
    annotation,
    attacking,
    blocked,
    blocking,
    combat,
    creature,
    damaged,
    leaving,
    unblocked,
)
from declarant.events.facts import DamageDealt, GameEnded
from declarant.events.journal.cuts import Cut
from referee import ANN, BOB, attack, block, given, illegally
from referee import creature as permanent
from tables.tabulating import Rows, rows

OX, ELK, BEAR = creature(301, ME), creature(302, ME, power={"value": 3}), creature(401, OPPONENT)


def fought() -> Log:
    """The ox is blocked by the bear, and both die; the elk isn't blocked."""
    log = combat(OX, ELK, theirs=(BEAR,))
    log.diff(attacking(OX), attacking(ELK)).step("DeclareBlock", turn=3)
    log.diff(blocked(attacking(OX)), unblocked(attacking(ELK)), blocking(BEAR, 301))
    dealt = [damaged(301, 401, 2, 11), damaged(401, 301, 2, 12), damaged(302, OPPONENT, 3, 13)]
    died = [*leaving(301, 901, "SBA_Damage", id=14), *leaving(401, 902, "SBA_Damage", id=16)]
    return log.step("CombatDamage", gone=(301, 401), turn=3, annotations=[*dealt, *died])


def rows_of(log: Log) -> Rows:
    return rows(Imported(log).journal(), STREAM)


def picked(row: dict[str, Any], *names: str) -> tuple[Any, ...]:
    return tuple(row[name] for name in names)


def test_damage_is_a_row_for_each_source_and_recipient() -> None:
    found = rows_of(fought())["damage"]
    assert [picked(row, "source", "recipient", "recipient_kind", "dealt", "lethal", "combat_damage") for row in found] == [
        ("301", "401", "creature", 2, True, True),
        ("401", "301", "creature", 2, True, True),
        ("302", "player:2", "player", 3, False, True),
    ]
    assert {picked(row, "turn", "combat", "assigned", "prevented", "stands") for row in found} == {(3, 1, None, None, True)}
    assert found[2]["source_power"] == 3 and found[2]["recipient_controller"] == "player:2"


def test_deaths_state_where_to_and_why_and_what_had_damaged_them() -> None:
    found = rows_of(fought())["deaths"]
    assert [picked(row, "permanent", "to", "why", "attacked", "blocked", "damaged_by") for row in found] == [
        ("301", "graveyard", "lethal damage", True, False, ("401",)),
        ("401", "graveyard", "lethal damage", False, True, ("301",)),
    ]


def test_attacks_and_blocks_state_what_came_of_them() -> None:
    found = rows_of(fought())
    assert [picked(row, "attacker", "dealt", "taken", "died", "killed") for row in found["attacks"]] == [
        ("301", 2, 2, True, 1),
        ("302", 3, 0, False, 0),
    ]
    assert [picked(row, "blocker", "dealt", "taken", "died", "killed") for row in found["blocks"]] == [("401", 2, 2, True, True)]


def test_declarations_state_the_result_of_the_combat() -> None:
    found = sorted(rows_of(fought())["declarations"], key=lambda row: row["declaration"])
    assert [picked(row, "action", "damage_to_others", "own_died", "others_died") for row in found] == [
        ("attack", 3, 1, 1),
        ("block", 0, 1, 1),
    ]


def test_nothing_is_stated_of_a_combat_without_damage_on_record() -> None:
    log = combat(OX, theirs=(BEAR,)).diff(attacking(OX)).step("EndCombat", turn=3)
    found = rows_of(log)
    (attack,) = found["attacks"]
    assert picked(attack, "dealt", "taken", "died", "killed") == (None, None, None, None)
    assert found["declarations"][0]["damage_to_others"] is None


def test_damage_of_several_sources_is_lethal_together() -> None:
    log = combat(OX, ELK, theirs=(creature(401, OPPONENT, toughness={"value": 5}),))
    log.diff(annotations=[damaged(301, 401, 2, 11, combat=False), damaged(302, 401, 3, 12, combat=False)])
    found = rows_of(log)["damage"]
    assert [picked(row, "dealt", "lethal", "combat_damage", "step") for row in found] == [
        (2, True, False, None),
        (3, True, False, None),
    ]


def test_both_damage_steps_are_distinguished() -> None:
    striker = creature(301, ME, 6)
    log = combat(striker).diff(attacking(striker)).step("DeclareBlock", turn=3).diff(unblocked(attacking(striker)))
    log.step("FirstStrikeDamage", turn=3, annotations=[damaged(301, OPPONENT, 2, 11)])
    log.step("CombatDamage", turn=3, annotations=[damaged(301, OPPONENT, 2, 12)])
    assert [picked(row, "step", "dealt") for row in rows_of(log)["damage"]] == [("first strike", 2), ("regular", 2)]


def test_another_combat_begins_with_nothing() -> None:
    log = fought().step("EndCombat", turn=3).step("", turn=4, active=OPPONENT, phase="Phase_Main1")
    log.step("BeginCombat", turn=4, active=OPPONENT).step("BeginCombat", turn=5).step("DeclareAttack", turn=5)
    log.diff(attacking(ELK)).step("DeclareBlock", turn=5).diff(unblocked(attacking(ELK)))
    log.step("CombatDamage", turn=5, annotations=[damaged(302, OPPONENT, 3, 31)])
    assert [picked(row, "attacker", "turn", "dealt", "killed") for row in rows_of(log)["attacks"]][-1] == ("302", 5, 3, 0)


def cast(id: int, at: int = 21) -> Json:
    return annotation("ZoneTransfer", 0, (id,), {"zone_src": 31, "zone_dest": 27, "category": "CastSpell"}, at)


def modified(player: int, change: int, source: int, at: int = 31) -> Json:
    return annotation("ModifiedLife", source, (player,), {"life": change}, at)


def lives(mine: int, theirs: int) -> list[Json]:
    return [{"systemSeatNumber": seat, "lifeTotal": life, "teamId": seat} for seat, life in ((ME, mine), (OPPONENT, theirs))]


def test_life_lost_to_damage_is_stated_with_all_its_sources() -> None:
    log = combat(OX, ELK).diff(attacking(OX), attacking(ELK)).step("DeclareBlock", turn=3)
    log.diff(unblocked(attacking(OX)), unblocked(attacking(ELK)))
    dealt = [damaged(301, OPPONENT, 2, 11), damaged(302, OPPONENT, 3, 12), modified(OPPONENT, -5, 301)]
    log.step("CombatDamage", turn=3, annotations=dealt, players=lives(20, 15))
    (lost,) = rows_of(log)["life"]
    assert picked(lost, "player", "change", "life", "cause", "sources") == (
        "player:2",
        -5,
        15,
        "combat damage",
        ("301", "302"),
    )


def test_other_changes_of_life_state_what_did_it_if_the_record_does() -> None:
    log = combat(OX).diff(annotations=[modified(ME, 3, 301)], players=lives(23, 20)).diff(players=lives(21, 20))
    assert [picked(row, "change", "life", "cause", "sources") for row in rows_of(log)["life"]] == [
        (3, 23, "other", ("301",)),
        (-2, 21, None, ()),
    ]


def test_spells_are_stated_with_their_turn_and_step() -> None:
    spell = creature(501, ME, zoneId=27, cardTypes=["CardType_Instant"], subtypes=[])
    log = combat(OX).diff(spell, annotations=[cast(501)])
    (row,) = rows_of(log)["spells"]
    assert picked(row, "spell", "player", "types", "turn", "step", "active") == (
        "501",
        "player:1",
        ("Instant",),
        3,
        "declare attackers",
        "player:1",
    )


# --- games that are judged here ------------------------------------------------------------------------------------------


def judged(*battlefield: dict[str, Any], steps: tuple[dict[str, Any], ...]) -> Rows:
    return rows(given(*battlefield, rules="2026-01-16").when(*steps).outcome().game.journal, "case")


def test_what_is_assigned_prevented_and_dealt_is_stated() -> None:
    found = judged(
        permanent("ox", ANN, "Trample", power=4),
        permanent("wall", BOB, "Prevent all combat damage that would be dealt to this creature.", toughness=3),
        steps=(attack(ox=BOB), block(wall="ox"), {"damage": {"ox": {"wall": 3, BOB: 1}}}),
    )
    assert [
        picked(row, "source", "recipient", "assigned", "dealt", "prevented", "lethal", "step") for row in found["damage"]
    ] == [
        ("ox", "wall", 3, 0, 3, False, "regular"),
        ("ox", BOB, 1, 1, 0, False, "regular"),
        ("wall", "ox", 2, 2, 0, True, "regular"),
    ]
    assert [picked(row, "permanent", "to", "why", "damaged_by") for row in found["deaths"]] == [
        ("ox", "graveyard", "lethal damage", ("wall",))
    ]
    (ox,), (wall,) = found["attacks"], found["blocks"]
    assert picked(ox, "dealt", "taken", "died", "killed") == (1, 2, True, 0)
    assert picked(wall, "dealt", "taken", "died", "killed") == (2, 0, False, True)


def test_life_lost_and_gained_by_damage_is_stated() -> None:
    found = judged(permanent("cleric", ANN, "Lifelink"), steps=(attack(cleric=BOB), block(), {"damage": {}}))
    assert [picked(row, "player", "change", "life", "cause", "sources") for row in found["life"]] == [
        (BOB, -2, 18, "combat damage", ("cleric",)),
        (ANN, 2, 22, "lifelink", ("cleric",)),
    ]


def test_the_first_of_two_steps_is_stated_as_such() -> None:
    found = judged(
        permanent("knight", ANN, "Double strike"),
        steps=(attack(knight=BOB), block(), {"damage": {}}, {"damage": {}}),
    )
    assert [picked(row, "step", "dealt") for row in found["damage"]] == [("first strike", 2), ("regular", 2)]


def test_an_illegal_assignment_leaves_no_row_of_damage() -> None:
    found = judged(
        permanent("ox", ANN, "Trample", power=4),
        permanent("wall", BOB, toughness=3),
        steps=(
            attack(ox=BOB),
            block(wall="ox"),
            illegally({"damage": {"ox": {"wall": 1, BOB: 3}}}),
            {"damage": {"ox": {"wall": 4}}},
        ),
    )
    assert [picked(row, "recipient", "dealt") for row in found["damage"]] == [("wall", 4), ("ox", 2)]
    assert found["cuts"][0]["rule"] == "702.19b"


def test_damage_that_is_stated_when_part_of_it_is_taken_back_is_stated_once() -> None:
    game = given(permanent("elk", ANN), permanent("bear", BOB)).game()
    first = game.version
    for source, target in (("elk", BOB), ("bear", ANN)):
        game.log.append([DamageDealt(source=source, target=target, amount=1, combat=False)])
    game.log.append([Cut(to=first + 1)])
    game.log.append([GameEnded(winner=None, reason="")])

    found = rows(game.journal, game.log.stream)["damage"]

    assert [picked(row, "source", "stands") for row in found] == [("elk", True), ("bear", False)]
