"""608.2h: what is asked of a permanent that was just moved is answered as it last was on the battlefield."""

from typing import Any

import pytest
from abilities.saying import check_said_as_read
from referee import ANN, BOB, attack, creature, given, life, permanent, resolve

WAYS = {
    "destroy target creature": "targets",
    "exile target creature": "targets",
    "return target creature to its owner's hand": "targets",
    "sacrifice another creature": "sacrificed",
}
ASKED: dict[str, dict[str, Any]] = {
    "that creature was a token": {"token": True},
    "it was red": {"colors": ["R"]},
    "it was a Goblin": {"subtypes": ["Goblin"]},
    "it was legendary": {"supertypes": ["Legendary"]},
    "that creature had flying": {"text": "Flying"},
    "that creature was tapped": {"tapped": True},
    "that creature was attacking": {"attacks": True},
    "it was enchanted": {"enchanted": True},
    "it had a +1/+1 counter on it": {"counters": {"+1/+1": 1}},
    "its power was 4 or greater": {"power": 4},
    "that creature's toughness was greater than 2": {"toughness": 3},
    "its mana value was 3": {"mana_value": 3},
}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("way", WAYS)
def test_what_was_moved_is_asked_as_it_was(way: str, asked: str) -> None:
    stated = {"mana_value": 2, **ASKED[asked]}
    text = f"Whenever this creature attacks, {way}. If {asked}, you gain 2 life."
    check_said_as_read(text)
    chosen = resolve("all", {"source": "imp", WAYS[way]: ["ox"]})
    for so in (False, True):
        about = stated if so else {"mana_value": 2}
        attacks, enchanted = about.pop("attacks", False), about.pop("enchanted", False)
        ox = creature("ox", ANN, **{"power": 2, "toughness": 2, **about})
        aura = permanent("aura", BOB, "Enchant creature", types=["Enchantment"], subtypes=["Aura"], attached_to="ox")
        board = given(creature("imp", ANN, text), creature("elk", ANN), ox, *([aura] if enchanted else ()))
        board.when(attack(imp=BOB, **({"ox": BOB} if attacks else {})), chosen).then(life(Ann=22 if so else 20))


@pytest.mark.parametrize("way", WAYS)
def test_it_was_not_so(way: str) -> None:
    text = f"Whenever this creature attacks, {way}. If it wasn't a token, you gain 2 life."
    for token in (False, True):
        board = given(creature("imp", ANN, text), creature("elk", ANN), creature("ox", ANN, token=token))
        board.when(attack(imp=BOB), resolve("all", {"source": "imp", WAYS[way]: ["ox"]})).then(life(Ann=20 if token else 22))
