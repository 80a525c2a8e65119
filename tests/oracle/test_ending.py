"""Sentences on who can't lose or win, on totals that can't change, and on control that an Aura gives."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from oracle.reading import bare, permanent

YOU, TEAM, OPPONENTS = (a.Players(who=who) for who in ("you", "team", "opponents"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Your life total can't change.", [a.CantGainLife(players=YOU), a.CantLoseLife(players=YOU)]),
        ("You can't get poison counters.", [a.CantGetPoison(players=YOU)]),
        ("Your opponents can't lose life.", [a.CantLoseLife(players=OPPONENTS)]),
        ("You don't lose the game for having 0 or less life.", [a.LivesOnWithoutLife(players=YOU)]),
        (
            "You can't lose the game and your opponents can't win the game.",
            [a.CantLose(players=YOU), a.CantWin(players=OPPONENTS)],
        ),
        ("Your team can't lose the game.", [a.CantLose(players=TEAM)]),
        ("You can't lose the game or win the game.", [a.CantLose(players=YOU), a.CantWin(players=YOU)]),
        ("You control enchanted creature.", [a.ControlsWhat(permanents=a.Is(role="host"))]),
    ],
)
def test_a_sentence_says(text: str, says: list[a.Ability]) -> None:
    assert [bare(each) for each in permanent(text)] == says


def test_your_team_is_you_and_your_teammates() -> None:
    (granted,) = permanent("Creatures your team controls have menace.")
    assert isinstance(granted, a.Grants) and a.ControlledBy(players=TEAM) in granted.permanents.parts  # type: ignore[union-attr]


def test_an_ability_decides_the_game() -> None:
    (won,) = read_permanent("Whenever this creature deals combat damage to a player, you win the game.")
    assert isinstance(won, a.Triggered) and won.does is not None
    assert won.does.instructions == (a.DecidesTheGame(players=YOU, how="win"),)
