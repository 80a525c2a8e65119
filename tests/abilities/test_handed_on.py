"""What set an ability off, and what was sacrificed as it resolved, are known to what follows."""

from typing import Any

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, enchantment, given, left, life, planeswalker, resolve, triggers

ALL = (ANN, BOB, CAT)
GANG = (creature("ox", ANN), creature("cow", ANN), creature("eel", ANN), creature("wall", BOB), creature("dam", CAT))


@pytest.mark.parametrize(
    ("done", "lost"), [("that player loses 2 life", 2), ("that player loses 1 life for each creature they control", 1)]
)
def test_that_player_is_whom_those_attack_that_are_not_blocked(done: str, lost: int) -> None:
    attacked = {"ox": BOB, "eel": BOB, "cow": CAT}
    for many, hit in (("one", ("Bob", "Cat")), ("two", ("Bob",))):
        law = enchantment(
            "law", ANN, f"Whenever {many} or more creatures you control attack a player and aren't blocked, {done}."
        )
        board = given(*GANG, law, players=ALL)
        unblocked = board.when(attack(**attacked), block(by=BOB), block(by=CAT), resolve())
        unblocked.then(life(**{who: 20 - lost * (who in hit) for who in (BOB, CAT)}))
        blocked = board.when(attack(**attacked), block(wall="ox", by=BOB), block(by=CAT), resolve())
        blocked.then(life(**dict.fromkeys((BOB, CAT), 20 - lost * (many == "one"))))


def test_a_planeswalker_is_no_player() -> None:
    text = "Whenever one or more creatures you control attack a player and aren't blocked, that player loses 2 life."
    board = given(*GANG, enchantment("law", ANN, text), planeswalker("jace", BOB), players=ALL)
    board.when(attack(ox="jace"), block()).then(triggers())


SACRIFICES = ("sacrifice another creature. When you do, ", "you may sacrifice another creature. When you do, ")
CHOSEN = (
    ("destroy target creature with power less than or equal to that creature's power", "elk"),
    ("destroy target creature with toughness less than that creature's power", "elk"),
    ("exile target creature with mana value less than or equal to the sacrificed creature's mana value", "elk"),
    ("return target creature with power less than that creature's toughness to its owner's hand", "elk"),
)


@pytest.mark.parametrize("first", SACRIFICES)
@pytest.mark.parametrize(("done", "hit"), CHOSEN)
def test_a_target_is_compared_with_what_was_sacrificed(first: str, done: str, hit: str) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, {first}{done}.", mana_value=9)
    others = (
        creature("ox", ANN, power=4, toughness=4, mana_value=4),
        creature("elk", BOB, power=3, toughness=3, mana_value=4),
        creature("boar", BOB, power=5, toughness=5, mana_value=6),
    )
    choices: dict[str, Any] = {"source": "imp", "sacrificed": ["ox"], "targets": [hit]}
    choices |= {"accept": [True]} if "may" in first else {}
    given(imp, *others).when(attack(imp=BOB), resolve("all", choices)).then(left("ox", hit))
