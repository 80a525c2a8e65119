"""Power and toughness as of combat damage: what Arena states, beside what is derived from printed values and texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from arena.logs import ME, OPPONENT, Json, Log, annotation, attacking, blocked, blocking, combat, creature, damaged, unblocked
from declarant.tools.arena.abilities import no_cards
from declarant.tools.arena.checking import CheckedSizes, check
from declarant.tools.cards import CardFace

Cards = Callable[[int], CardFace | None]
ABILITY = 50_001


def ox(text: str = "", power: str = "2", toughness: str = "2", types: tuple[str, ...] = ("Creature",)) -> CardFace:
    return CardFace(name="Grim Ox", types=types, power=power, toughness=toughness, text=text)


def known(**cards: CardFace) -> Cards:
    """Cards by the ids of their permanents: `c301=ox()`."""
    return lambda number: cards.get(f"c{number - 70_000}", ox())


def checked(log: Log, folder: Path, cards: Cards) -> list[CheckedSizes]:
    (folder / "Player.log").write_bytes(log.content)
    return [each for each in check(folder / "Player.log", cards) if isinstance(each, CheckedSizes)]


def sized(found: Json, power: int, toughness: int) -> Json:
    return {**found, "power": {"value": power}, "toughness": {"value": toughness}}


def resolving(source: int, on_stack: int, id: int = 50, *targets: int) -> dict[str, list[Json]]:
    """A triggered ability goes on the stack, gets its targets, and resolves."""
    chosen = [annotation("TargetSpec", on_stack, targets, {"abilityGrpId": ABILITY}, id + 2)] if targets else []
    return {
        "annotations": [
            annotation("AbilityInstanceCreated", source, (on_stack,), {"source_zone": 28}, id),
            annotation("ResolutionStart", on_stack, (on_stack,), {"grpid": ABILITY}, id + 1),
        ],
        "persistentAnnotations": chosen,
    }


def dealing(log: Log) -> Log:
    return log.step("CombatDamage", turn=3, annotations=[damaged(301, OPPONENT, 2, 90)])


def test_printed_values_and_counters_are_what_it_comes_to(tmp_path: Path) -> None:
    counters = annotation("Counter", 4002, (301,), {"count": 2, "counter_type": 1}, 9)
    grown = sized(creature(301, ME), 4, 4)
    log = combat(grown)
    log.diff(persistentAnnotations=[counters]).diff(attacking(grown)).diff(unblocked(attacking(grown)))
    [line] = checked(dealing(log), tmp_path, known())
    assert (line.told, line.derived, line.agrees, line.differences) == (((301, 4, 4),), ((301, 4, 4),), True, ())


def test_a_static_ability_of_another_permanent_is_added(tmp_path: Path) -> None:
    lord = creature(302, ME, ABILITY)
    log = combat(sized(creature(301, ME), 3, 3), lord).diff(attacking(sized(creature(301, ME), 3, 3)))
    cards = known(c302=ox("Other creatures you control get +1/+1."))
    [line] = checked(dealing(log), tmp_path, cards)
    assert (line.agrees, line.derived) == (True, ((301, 3, 3), (302, 2, 2)))


def test_what_triggers_in_the_combat_resolves(tmp_path: Path) -> None:
    attacker = creature(301, ME, ABILITY)
    log = combat(attacker).diff(attacking(attacker)).diff(attacking(sized(attacker, 4, 3)), **resolving(301, 601))
    cards = known(c301=ox("Whenever this creature attacks, it gets +2/+1 until end of turn."))
    [line] = checked(dealing(log), tmp_path, cards)
    assert (line.derived, line.agrees) == (((301, 4, 3),), True)


def test_targets_are_those_that_were_chosen(tmp_path: Path) -> None:
    attacker, small, large = creature(301, ME, ABILITY), creature(302, ME), sized(creature(303, ME), 5, 5)
    log = combat(attacker, small, large).diff(attacking(attacker))
    log.diff(sized(small, 4, 4), **resolving(301, 601, 50, 302))
    text = "Whenever this creature attacks, target creature you control gets +2/+2 until end of turn."
    [line] = checked(dealing(log), tmp_path, known(c301=ox(text), c303=ox("", "5", "5")))
    assert (line.derived, line.agrees) == (((301, 2, 2), (302, 4, 4), (303, 5, 5)), True)


def test_what_blocks_trigger_resolves_too(tmp_path: Path) -> None:
    attacker, wall = creature(301, ME), creature(401, OPPONENT, ABILITY)
    log = combat(attacker, theirs=(wall,)).diff(attacking(attacker)).step("DeclareBlock", turn=3)
    log.diff(blocked(attacking(attacker)), blocking(wall, 301))
    log.diff(blocking(sized(wall, 3, 3), 301), **resolving(401, 601))
    [line] = checked(dealing(log), tmp_path, known(c401=ox("Bushido 1")))
    assert (line.derived, line.agrees) == (((301, 2, 2), (401, 3, 3)), True)


def test_what_differs_is_reported(tmp_path: Path) -> None:
    attacker = creature(301, ME, ABILITY)
    log = combat(attacker).diff(attacking(attacker)).diff(attacking(sized(attacker, 9, 9)))
    [line] = checked(dealing(log), tmp_path, known(c301=ox("Whenever this creature attacks, it gets +2/+1 until end of turn.")))
    assert line.agrees is False
    assert line.differences == (
        "301: 0 of its abilities resolved, derived 1",
        "301: 9/9 as of combat damage, derived 4/3",
    )


def test_what_was_so_before_the_combat_is_derived_too(tmp_path: Path) -> None:
    grown = sized(creature(301, ME), 3, 3)
    [line] = checked(dealing(combat(grown).diff(attacking(grown))), tmp_path, known())
    assert (line.agrees, line.differences[0]) == (False, "301: 3/3 before attackers are declared, derived 2/2")


def test_what_resolved_before_the_combat_is_taken_from_the_log(tmp_path: Path) -> None:
    grows = annotation("ModifiedPower", 999, (301,), {"effect_id": 7002}, 9)
    grown = sized(creature(301, ME), 5, 2)
    log = combat(grown).diff(persistentAnnotations=[grows]).diff(attacking(grown))
    [line] = checked(dealing(log), tmp_path, known())
    assert (line.derived, line.agrees) == (((301, 5, 2),), True)


def test_tokens_begin_as_the_log_states_them(tmp_path: Path) -> None:
    token = sized(creature(301, ME, type="GameObjectType_Token"), 4, 4)
    lord = creature(302, ME, ABILITY)
    log = combat(token, lord).diff(attacking(token)).diff(attacking(sized(token, 5, 4)), **resolving(302, 601))
    text = "Creatures you control get +1/+1.\nWhenever a creature you control attacks, it gets +1/+0 until end of turn."
    [line] = checked(dealing(log), tmp_path, known(c302=ox(text, "1", "1")))
    assert (line.derived, line.agrees) == (((301, 5, 4), (302, 2, 2)), True)


def test_role_tokens_are_known_by_the_numbers_of_their_abilities(tmp_path: Path) -> None:
    attacker = sized(creature(301, ME), 3, 3)
    role = creature(302, ME, 1027, 15269, type="GameObjectType_Token", cardTypes=["CardType_Enchantment"])
    role = {**role, "subtypes": ["SubType_Aura", "SubType_Role"]}
    attached = annotation("Attachment", 302, (301,), {}, 9)
    log = combat(attacker, role).diff(persistentAnnotations=[attached]).diff(attacking(attacker))
    [line] = checked(dealing(log), tmp_path, lambda number: None if number == 70_302 else ox())
    assert (line.derived, line.agrees) == (((301, 3, 3),), True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("This creature gets +1/+1 for each time you've cast a spell from exile.", "301: Grim Ox: text"),
        ("Whenever this creature attacks, frobnicate it.", "isn't carried out: what it does isn't understood"),
    ],
)
def test_nothing_is_said_where_a_text_is_not_understood(tmp_path: Path, text: str, why: str) -> None:
    attacker = creature(301, ME, ABILITY)
    [line] = checked(dealing(combat(attacker).diff(attacking(attacker))), tmp_path, known(c301=ox(text)))
    assert line.agrees is None
    assert any(why in each for each in line.differences)


@pytest.mark.parametrize(("number", "done"), [(1, "a spell is cast"), (99, "what nobody knows is done (99)")])
def test_nothing_is_said_where_a_spell_was_cast_in_between(tmp_path: Path, number: int, done: str) -> None:
    cast = annotation("UserActionTaken", ME, (777,), {"actionType": number}, 50)
    attacker = creature(301, ME)
    log = combat(attacker).diff(attacking(attacker)).diff(attacking(sized(attacker, 5, 5)), annotations=[cast])
    [line] = checked(dealing(log), tmp_path, known())
    assert (line.agrees, line.differences[-1]) == (None, f"{done} before combat damage: 777")


def test_without_cards_nothing_is_derived(tmp_path: Path) -> None:
    assert checked(dealing(combat(creature(301, ME)).diff(attacking(creature(301, ME)))), tmp_path, no_cards) == []


# --- real games ----------------------------------------------------------------------------------------------------------


def test_derived_power_and_toughness_are_arenas_in_every_clean_combat_that_is_understood(shared: Path, real_cards: Cards) -> None:
    logs = sorted(path for path in (shared / "arena" / "logs").iterdir() if "detailed-logs-off" not in path.name)
    found = [each for log in logs for each in check(log, real_cards) if isinstance(each, CheckedSizes) and not each.tainted]
    assert [(each.log, each.gameStateId, each.differences) for each in found if each.agrees is False] == []
    understood = sum(each.agrees is True for each in found)
    print(f"{understood} of {len(found)} clean combats are understood: all agree")
    assert (len(found), understood >= 78) == (99, True)
