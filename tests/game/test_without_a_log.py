"""A game that nobody records is as one that is recorded: state, versions, rulings, also where declarations wait for payment."""

from collections.abc import Callable

import pytest
from declarant import DeclareAttackers, Game, IllegalDeclaration, InvalidInput, ManaAbilityActivated, Pay, permanent
from declarant.events.journal.journal import Journal
from declarant.projections.state import fold


def taxed(rules: str) -> Game:
    game = Game.start(["Ann", "Bob"], rules=rules)
    for id in ("ox", "elk"):
        game.enter(permanent(id, "Ann", types=["Creature"], power=2, toughness=2))
    game.enter(permanent("forest", "Ann", types=["Land"], subtypes=["Forest"]))
    game.enter(
        permanent("law", "Bob", types=["Enchantment"], text="Creatures can't attack you unless their controller pays {1}.")
    )
    return game


def waits(game: Game) -> None:
    game.declare(DeclareAttackers(attackers={"ox": "Bob"}, pay=None))


def refuses(game: Game) -> None:
    with pytest.raises(IllegalDeclaration):
        game.declare(Pay(pay=False))


def activates(game: Game) -> None:
    game.activate_mana_ability(MANA)


def takes_back(game: Game) -> None:
    pending = game.decider.state.declarations.pending
    assert pending is not None
    game.take_back(pending.since)


def declines_at_once(game: Game) -> None:
    with pytest.raises(IllegalDeclaration):
        game.declare(DeclareAttackers(attackers={"ox": "Bob", "elk": "Bob"}, pay=False, mana_abilities=(MANA,)))


MANA = ManaAbilityActivated(source="forest", player="Ann", adds="{G}")


@pytest.mark.parametrize("rules", ["2004-10-01", "2026-01-16"])
@pytest.mark.parametrize("branched", [0, 1])
@pytest.mark.parametrize(
    "done",
    [
        (waits, refuses, waits),
        (waits, activates, refuses, waits),
        (waits, lambda game: game.concede("Bob")),
        (waits, takes_back, waits),
        (declines_at_once, waits),
    ],
)
def test_it_is_as_one_that_is_recorded(rules: str, branched: int, done: tuple[Callable[[Game], None], ...]) -> None:
    recorded = taxed(rules)
    for each in done[:branched]:
        each(recorded)
    alone = recorded.branch(record=False)
    for game in (recorded, alone):
        for each in done[branched:]:
            each(game)
    assert (alone.decider.state, alone.version) == (recorded.decider.state, recorded.version)
    assert recorded.decider.state == fold(recorded.log.events())


@pytest.mark.parametrize(
    "asked", [{"journal": Journal.open("memory://")}, {"stream": "b"}, {"seed": 3}, {"policies": {"Ann": "best"}}]
)
def test_what_is_said_of_a_log_that_is_not_kept_is_refused(asked: dict[str, object]) -> None:
    for game in (taxed("2026-01-16"), taxed("2026-01-16").branch(record=False)):
        with pytest.raises(InvalidInput, match=f"{next(iter(asked))}: found a game that isn't recorded"):
            game.branch(record=False, **asked)  # type: ignore[arg-type]
