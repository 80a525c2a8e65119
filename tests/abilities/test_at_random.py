"""Players, permanents and cards that are chosen as an ability resolves, by its controller or at random, and are no targets."""

from typing import Any

import pytest
from declarant import play
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, CAT, attack, creature, given, has, left, life, not_carried_out, resolve, sizes, tapped

FIRST = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], players: tuple[str, ...] = (ANN, BOB, CAT), **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices}) if choices else resolve()
    return given(creature("imp", ANN, FIRST + text), *others, players=players).when(attack(imp=BOB), resolution)


@pytest.mark.parametrize(
    "text",
    [
        "choose an opponent at random. That player loses 3 life.",
        "an opponent chosen at random loses 3 life.",
        "it deals 3 damage to an opponent chosen at random.",
        "choose an opponent at random. That player may pay {2}. If they don't, they lose 3 life.",
        "choose an opponent at random. It deals 3 damage to that player unless they sacrifice an artifact.",
    ],
)
def test_an_opponent_chosen_at_random_is_stated(text: str) -> None:
    attacks(text, chosen=[CAT]).then(life(Ann=20, Bob=20, Cat=17))
    attacks(text).then(not_carried_out("imp", "chosen at random", BOB, CAT))
    attacks(text, players=(ANN, BOB)).then(life(Ann=20, Bob=17))


def test_the_controller_chooses_an_opponent_of_whom_everything_is_said_afterwards() -> None:
    text = "choose an opponent. That player loses life equal to the number of creatures they control, then draws a card."
    outcome = attacks(text, creature("ox", CAT), creature("elk", CAT), chosen=[CAT]).then(life(Bob=20, Cat=18))
    assert outcome.game.board.hand[CAT] - outcome.game.board.hand[BOB] == 1
    attacks(text, creature("ox", CAT), creature("elk", BOB)).then(life(Bob=19, Cat=20))


def test_creatures_of_the_chosen_player_only() -> None:
    text = "choose an opponent. Tap each creature that player controls."
    attacks(text, creature("ox", CAT), creature("elk", BOB), chosen=[CAT]).then(tapped("imp", "ox"))


def test_that_player_is_the_one_named_last() -> None:
    text = (
        "Whenever this creature attacks, defending player loses 1 life. Choose an opponent at random. That player loses 2 life."
    )
    imp = creature("imp", ANN, text)
    resolution = resolve("all", {"source": "imp", "chosen": [CAT]})
    given(imp, players=(ANN, BOB, CAT)).when(attack(imp=BOB), resolution).then(life(Bob=19, Cat=18))


@pytest.mark.parametrize("said", ["a creature an opponent controls chosen at random", "a random creature an opponent controls"])
def test_a_permanent_chosen_at_random(said: str) -> None:
    oxen = creature("ox", BOB), creature("elk", BOB, power=5)
    attacks(f"destroy {said}.", *oxen, chosen=["ox"]).then(left("ox"))
    attacks(f"destroy {said}.", *oxen).then(not_carried_out("imp", "ox, elk is chosen at random"))
    attacks(f"destroy {said}.", oxen[0]).then(left("ox"))
    attacks(f"destroy {said}.").then(has("imp", tapped=True))


def test_it_is_meant_afterwards() -> None:
    text = "choose a creature you control at random. It gets +3/+0 until end of turn. Untap it."
    attacks(text, creature("ox", ANN), chosen=["imp"]).then(sizes(imp="5/2", ox="2/2"), has("imp", tapped=False))


@pytest.mark.parametrize(
    ("others", "more", "choices", "back"),
    [
        (("ox", "elk"), 0, {"chosen": ["elk"]}, "elk #2"),
        (("ox", "elk"), 0, {}, "ox, elk is chosen at random"),
        (("ox",), 0, {}, "ox #2"),
        (("ox",), 1, {}, "which cards are in the graveyard"),
        ((), 1, {"cards": [{**creature("eel", ANN), "owner": ANN}]}, "eel #2"),
    ],
)
def test_a_card_of_a_graveyard(others: tuple[str, ...], more: int, choices: dict[str, Any], back: str) -> None:
    text = "When this creature dies, return another creature card at random from your graveyard to the battlefield."
    pit = creature("pit", ANN, "Whenever this creature attacks, destroy all other creatures.")
    board = given(creature("imp", ANN, text), pit, *(creature(each, ANN) for each in others), graveyard={ANN: more})
    resolution = resolve("all", {"source": "pit"}, {"source": "imp", **choices})
    board.when(attack(pit=BOB), resolution).then(has(back, power=2) if "#" in back else not_carried_out("imp", back))


def test_it_is_drawn_with_the_seed_of_a_played_game() -> None:
    imp = creature("imp", ANN, FIRST + "an opponent chosen at random loses 7 life.")
    game = given(imp, players=(ANN, BOB, CAT)).game()
    policies = {ANN: "greedy", BOB: "never", CAT: "never"}
    lost = {seed: play(game, policies, seed=seed, until="combat").board.life[CAT] for seed in range(6)}
    assert len({each <= 13 for each in lost.values()}) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, this creature deals 2 damage to an opponent chosen at random.",
        "Whenever this creature attacks, untap a creature you control chosen at random.",
        "Whenever this creature blocks, a player of your choice gains 3 life.",
        "Whenever this creature attacks, exile a card at random from defending player's graveyard.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    (ability,) = read_permanent(text)
    assert render(ability) == text


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, choose an opponent at random. Target player draws a card.",
        "Whenever this creature attacks, target player draws a card. Choose an opponent at random. That player loses 1 life.",
        "Whenever this creature deals combat damage to a player, choose another player. That player loses 1 life.",
    ],
)
def test_which_player_is_meant_must_be_stated(text: str) -> None:
    (ability,) = read_permanent(text)
    assert ability.does is None  # type: ignore[union-attr]
