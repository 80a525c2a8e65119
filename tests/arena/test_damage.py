"""Combat damage steps of a log: kept apart, and beside each what the rules derive."""

from pathlib import Path
from typing import Any

import pytest
from arena.logs import (
    ME,
    OPPONENT,
    Imported,
    Json,
    Log,
    attacking,
    blocked,
    blocking,
    combat,
    creature,
    damaged,
    leaving,
    unblocked,
)
from declarant.events import facts as t
from declarant.events.damage import CombatDamageAnnounced
from declarant.tools.arena.abilities import no_cards
from declarant.tools.arena.checking import CheckedDamage, check
from declarant.tools.cards import CardFace

FIRST_STRIKE, DEATHTOUCH, TRAMPLE, WITHER, INDESTRUCTIBLE = 6, 1, 14, 81, 104


def checked(log: Log, folder: Path, cards: Any = no_cards) -> list[CheckedDamage]:
    (folder / "Player.log").write_bytes(log.content)
    return [each for each in check(folder / "Player.log", cards) if isinstance(each, CheckedDamage)]


def fight(attacker: Json, *blockers: Json) -> Log:
    """An attacker, and those who block it."""
    log = combat(attacker, theirs=blockers).diff(attacking(attacker)).step("DeclareBlock", turn=3)
    settled = blocked(attacking(attacker)) if blockers else unblocked(attacking(attacker))
    return log.diff(settled, *(blocking(each, 301) for each in blockers))


def compared(line: CheckedDamage) -> tuple[object, ...]:
    return line.step, line.agrees, line.derived, line.derived_deaths


def test_damage_and_deaths_of_one_message_are_a_row(tmp_path: Path) -> None:
    log = fight(creature(301, ME), creature(401, OPPONENT))
    dealt = [damaged(301, 401, 2, 11), damaged(401, 301, 2, 12)]
    died = [*leaving(301, 901, "SBA_Damage", id=14), *leaving(401, 902, "SBA_Damage", id=16)]
    log.step("CombatDamage", gone=(301, 401), turn=3, annotations=[*dealt, *died])
    [line] = checked(log, tmp_path)
    assert line.dealt == line.derived == ((301, "permanent:401", 2), (401, "permanent:301", 2))
    assert (line.deaths, line.agrees, line.tainted) == ((301, 401), True, False)


def test_both_damage_steps_are_kept_apart(tmp_path: Path) -> None:
    log = fight(creature(301, ME, FIRST_STRIKE), creature(401, OPPONENT, toughness={"value": 3}))
    log.step("FirstStrikeDamage", turn=3, annotations=[damaged(301, 401, 2, 11)])
    log.step("CombatDamage", turn=3, annotations=[damaged(401, 301, 2, 12)])
    first, second = checked(log, tmp_path)
    assert compared(first) == ("first-strike", True, ((301, "permanent:401", 2),), ())
    assert second.derived == ((401, "permanent:301", 2),) and second.step == "regular"
    assert second.agrees is False  # what dies of it isn't in this log
    steps = [event.damage for event in Imported(log).events(t.StepBegan) if isinstance(event, t.StepBegan) and event.damage]
    assert steps == ["first strike", "regular"]


def test_a_step_in_which_nobody_deals_damage_is_a_row(tmp_path: Path) -> None:
    log = fight(creature(301, ME, FIRST_STRIKE)).step("FirstStrikeDamage", turn=3, annotations=[damaged(301, OPPONENT, 2, 11)])
    log.step("CombatDamage", turn=3).step("EndCombat", turn=3)
    assert [compared(line) for line in checked(log, tmp_path)] == [
        ("first-strike", True, ((301, "player:2", 2),), ()),
        ("regular", True, (), ()),
    ]


def test_an_assignment_that_is_asked_for_is_taken_from_the_answer(tmp_path: Path) -> None:
    log = fight(creature(301, ME, TRAMPLE, power={"value": 5}), creature(401, OPPONENT, INDESTRUCTIBLE))
    log.step("CombatDamage", turn=3).asks_to_assign(301, {401: 2, OPPONENT: 3}).assigns(301, {401: 4, OPPONENT: 1})
    dealt = [damaged(301, 401, 4, 11), damaged(301, OPPONENT, 1, 12), damaged(401, 301, 2, 13)]
    log.diff(gone=(301,), annotations=[*dealt, *leaving(301, 901, "SBA_Damage", id=14)])
    [line] = checked(log, tmp_path)
    assert compared(line)[:2] == ("regular", True) and (301, "player:2", 1) in (line.derived or ())
    assert Imported(log).events(CombatDamageAnnounced) == [
        CombatDamageAnnounced(player="player:1", assignment={"301": {"401": 4, "player:2": 1}})
    ]


def test_an_opponents_assignment_is_seen_in_its_damage(tmp_path: Path) -> None:
    log = fight(creature(301, ME, power={"value": 3}), creature(401, OPPONENT), creature(402, OPPONENT))
    dealt = [damaged(301, 401, 1, 11), damaged(301, 402, 2, 12), damaged(401, 301, 2, 13), damaged(402, 301, 2, 14)]
    died = [*leaving(301, 901, "SBA_Damage", id=15), *leaving(402, 902, "SBA_Damage", id=17)]
    log.step("CombatDamage", gone=(301, 402), turn=3, annotations=[*dealt, *died])
    [line] = checked(log, tmp_path)
    assert line.agrees and line.derived_deaths == (301, 402)


def test_less_than_lethal_damage_before_trampling_is_no_assignment(tmp_path: Path) -> None:
    log = fight(creature(301, ME, TRAMPLE, power={"value": 5}), creature(401, OPPONENT, toughness={"value": 4}))
    dealt = [damaged(301, 401, 1, 11), damaged(301, OPPONENT, 4, 12), damaged(401, 301, 2, 13)]
    log.step("CombatDamage", turn=3, annotations=dealt)
    [line] = checked(log, tmp_path)
    assert (line.agrees, line.derived) == (False, ())
    assert "before anything tramples over" in line.differences[0]


def test_wither_is_known_by_its_number(tmp_path: Path) -> None:
    log = fight(creature(301, ME, WITHER), creature(401, OPPONENT, INDESTRUCTIBLE))
    dealt = [damaged(301, 401, 2, 11), damaged(401, 301, 2, 12)]
    died = [*leaving(301, 901, "SBA_Damage", id=13), *leaving(401, 902, "SBA_ZeroToughness", id=15)]
    log.step("CombatDamage", gone=(301, 401), turn=3, annotations=[*dealt, *died])
    [line] = checked(log, tmp_path)
    assert line.agrees and line.derived_deaths == (301, 401)


def test_damage_of_0_is_no_damage(tmp_path: Path) -> None:
    log = fight(creature(301, ME, power={}), creature(401, OPPONENT, power={}))
    log.step("CombatDamage", turn=3, annotations=[damaged(301, 401, 0, 11), damaged(401, 301, 0, 12)]).step("EndCombat", turn=3)
    assert [compared(line) for line in checked(log, tmp_path)] == [("regular", True, (), ())]


def test_what_differs_is_declined_where_an_ability_isnt_known(tmp_path: Path) -> None:
    log = fight(creature(301, ME, 77_777)).step("CombatDamage", turn=3, annotations=[damaged(301, OPPONENT, 4, 11)])
    [line] = checked(log, tmp_path)
    assert line.agrees is None and "abilities 77777" in line.differences[-1]
    card = CardFace(name="Plain Ox", types=("Creature",), text="When this creature enters, draw a card.")
    [known] = checked(log, tmp_path, lambda number: card)
    assert known.agrees is False


@pytest.mark.parametrize("text", ["All damage that would be dealt to you is dealt to this creature on Tuesdays instead."])
def test_a_wording_that_isnt_understood_declines_the_row(text: str, tmp_path: Path) -> None:
    log = fight(creature(301, ME, 77_777)).step("CombatDamage", turn=3, annotations=[damaged(301, OPPONENT, 2, 11)])
    card = CardFace(name="Strange Ox", types=("Creature",), text=text)
    [line] = checked(log, tmp_path, lambda number: card)
    assert (line.agrees, line.derived) == (None, None) and text[:40] in line.differences[0]


def test_what_a_state_that_is_taken_back_stated_of_damage_counts_once(tmp_path: Path) -> None:
    log = fight(creature(301, ME)).step("CombatDamage", turn=3, annotations=[damaged(301, OPPONENT, 2, 11)])
    log.diff(annotations=[damaged(301, OPPONENT, 2, 11)])
    assert len(Imported(log).events(t.DamageDealt)) == 1


def test_a_step_in_a_gap_is_tainted(tmp_path: Path) -> None:
    log = fight(creature(301, ME)).left_out().step("CombatDamage", turn=3, annotations=[damaged(301, OPPONENT, 2, 11)])
    [line] = checked(log, tmp_path)
    assert line.tainted
