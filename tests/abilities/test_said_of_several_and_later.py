"""What others do with their cards, who is counted, choices of abilities, and what is said of tokens that were just created."""

from typing import Any

import pytest
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import (
    ANN,
    BOB,
    attack,
    attacking,
    block,
    creature,
    damage,
    given,
    has,
    illegal,
    legal,
    life,
    permanent,
    resolve,
    sizes,
)

ATTACKS = "Whenever this creature attacks, "
ELK = creature("elk", BOB, power=1, toughness=3)


def attacks(effect: str, *others: dict[str, Any], **choices: Any) -> Any:
    chosen = [{"source": "imp", **choices}] if choices else []
    imp = creature("imp", ANN, f"{ATTACKS}{effect}", power=2, toughness=9)
    return given(imp, *others).when(attack(imp=BOB), resolve("all", *chosen))


@pytest.mark.parametrize("accept", [[True, True], [True, False], []])
def test_each_player_may_put_a_card_of_their_own_onto_the_battlefield(accept: list[bool]) -> None:
    forest, plains = (permanent(id, who, types=("Land",)) for id, who in (("forest", ANN), ("plains", BOB)))
    effect = "each player may put a land card from their hand onto the battlefield."
    cards = [card for card, does in zip((forest, plains), accept, strict=False) if does]
    found = attacks(effect, **({"cards": cards, "accept": accept} if accept else {})).outcome().game.board.permanents
    assert [id in found for id in ("forest #2", "plains #2")] == (accept or [False, False])
    assert all(found[id].controller == who for id, who in (("forest #2", ANN), ("plains #2", BOB)) if id in found)


@pytest.mark.parametrize("elks", [1, 2])
def test_players_are_counted_of_whom_something_is_so(elks: int) -> None:
    others = [creature(f"elk{number}", BOB) for number in range(elks)]
    attacks("you gain 3 life for each opponent who controls more creatures than you.", *others).then(
        life(Ann=20 + 3 * (elks > 1))
    )


def test_what_is_done_if_it_was_done_within_an_if() -> None:
    effect = "put a charge counter on it. Then if it has a charge counter on it, sacrifice it. If you do, you gain 5 life."
    outcome = attacks(effect).then(life(Ann=25))
    assert "imp" not in outcome.game.board.permanents


def test_what_died_leaves_its_counters() -> None:
    imp = creature(
        "imp", ANN, "When this creature dies, put its +1/+1 counters on target creature you control.", counters={"+1/+1": 2}
    )
    guard, pup = creature("guard", BOB, power=9, toughness=9), creature("pup", ANN)
    fought = given(imp, guard, pup).when(attack(imp=BOB), block(guard="imp"), damage(), resolve())
    fought.then(has("pup", counters={"+1/+1": 2}))


@pytest.mark.parametrize(("mode", "power"), [(0, "4/8"), (1, "1/10")])
def test_one_of_two_sizes_is_chosen(mode: int, power: str) -> None:
    attacks("it gets +2/-1 or -1/+1 until end of turn.", modes=[mode]).then(sizes(imp=power))


@pytest.mark.parametrize(("mode", "check"), [(0, illegal("509.1b")), (1, legal)])
def test_an_ability_is_chosen_and_given(mode: int, check: Any) -> None:
    effect = "choose flying or haste. It gains that ability until end of turn."
    imp = creature("imp", ANN, f"{ATTACKS}{effect}", toughness=9)
    steps = attack(imp=BOB), resolve("all", {"source": "imp", "modes": [mode]}), block(elk="imp")
    given(imp, ELK).when(*steps).then(check)


def test_a_token_that_was_just_created_has_to_do_something() -> None:
    effect = "create a 1/1 red Goblin creature token that's tapped and attacking. That token can't be blocked this turn."
    imp = creature("imp", ANN, f"{ATTACKS}{effect}", toughness=9)
    board = given(imp, ELK)
    board.when(attack(imp=BOB), resolve()).then(attacking(**{"imp": BOB, "imp token 1": BOB}))
    board.when(attack(imp=BOB), resolve(), block(elk="imp token 1")).then(illegal("509.1b"))
    board.when(attack(imp=BOB), resolve(), block(elk="imp")).then(legal)


@pytest.mark.parametrize("spirits", [0, 2])
def test_a_token_sizes_itself(spirits: int) -> None:
    effect = (
        "create a white Spirit creature token with \"This token's power and toughness are each equal to the number of Spirits "
        'you control."'
    )
    others = [creature(f"spirit{number}", ANN, types=("Spirit",)) for number in range(spirits)]
    attacks(effect, *others).then(sizes(**{"imp token 1": f"{spirits + 1}/{spirits + 1}"}))


@pytest.mark.parametrize(
    "effect",
    [
        "each player may put a land card from their hand onto the battlefield.",
        "draw a card for each opponent who controls more creatures than you.",
        "creatures you control that are tokens get +1/+0 until end of turn.",
        "choose flying or haste. It gains that ability until end of turn.",
        "choose trample or haste. Another target creature you control gets +1/+0 and gains the chosen ability until end of turn.",
        "choose menace or trample. This creature and up to one other target creature gain that ability until end of turn.",
        "create a 1/1 red Goblin creature token. That token attacks this combat if able.",
        "you gain 3 life. When you do, tap target creature.",
        "exile target card from a graveyard. Its owner creates a Treasure token.",
        "tap all creatures that player controls. Those creatures don't untap during that player's next untap step.",
    ],
)
def test_it_is_read_and_said(effect: str) -> None:
    (ability,) = read_permanent(ATTACKS + effect)
    assert ability.does is not None
    (again,) = read_permanent(render(ability))
    assert render(again) == render(ability)
