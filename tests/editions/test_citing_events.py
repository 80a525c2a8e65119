"""Every event that follows from a rule can be cited, by the numbers of the game's edition."""

from datetime import date

from declarant.events import declarations
from declarant.events.catalogue import EVENT_TYPES
from declarant.handlers.rulebook.citing import cite
from declarant.handlers.rulebook.editions import edition_of
from declarant.projections.state import State
from referee import ANN, BOB, attack, block, creature, given

UNCITED = {"PriorityReceived", "RemovedFromCombat", "StoppedBlocking", "CombatBegan", "StepBegan", "TurnBegan"}
"""Facts of the table, and what follows from rules that have no concept (506.4, 508.2)."""


def cited(rules: str) -> dict[str, str | None]:
    """The types of the events of a small combat, with their citations."""
    game = (
        given(
            creature(
                "imp", ANN, "Whenever this creature becomes blocked, draw a card.\nThis creature can't attack unless you pay {1}."
            ),
            creature("guard", BOB),
            rules=rules,
        )
        .when(attack(imp=BOB), block(guard="imp"))
        .outcome()
        .game
    )
    state, found = State(), {}
    for version, event in game.log.events():
        if state.board.edition is not None:
            found[type(event).__name__] = cite(edition_of(state.board.edition), event, state)
        state.apply(event, version)
    return found


def test_the_events_of_a_declaration_are_cited_step_by_step() -> None:
    found = cited("2025-04-04")
    assert found["AttackersDeclared"] == "508.1a"
    assert found["CostsLocked"] == "508.1h"
    assert found["CostsPaid"] == "508.1j"
    assert found["BecameAttacking"] == "508.1k"
    assert found["BlockersDeclared"] == "509.1a"
    assert found["RequirementsChecked"] == "509.1c"
    assert found["BecameBlocked"] == "509.1h"
    assert found["AbilityTriggered"] == "509.3c"


def test_the_numbers_are_those_of_the_edition() -> None:
    found = cited("2007-02-01")
    assert (found["AttackersDeclared"], found["CostsPaid"], found["AbilityTriggered"]) == ("308.2a", "308.2f", "309.4")


def test_what_enters_attacking_after_the_blocks_is_unblocked_by_a_rule_of_its_own_since_2026_02_27() -> None:
    entered = declarations.BecameUnblocked(attackers=("imp",), entering=True)
    for day, number in (("2026-02-26", "509.1h"), ("2026-02-27", "508.4d"), ("2007-02-01", "309.2f")):
        assert cite(edition_of(date.fromisoformat(day)), entered, State()) == number
    late = {"enters": creature("late", ANN), "attacking": BOB}
    game = given(creature("imp", ANN), creature("guard", BOB)).when(attack(imp=BOB), block(guard="imp"), late).outcome().game
    assert declarations.BecameUnblocked(attackers=("late",), entering=True) in [event for _, event in game.log.events()]


def test_nothing_that_follows_from_a_declaration_goes_uncited() -> None:
    found = cited("2025-04-04")
    declared = {name for name in found if hasattr(declarations, name) and name in EVENT_TYPES}
    assert {name for name in declared if found[name] is None} <= UNCITED
