"""What was exiled, destroyed or sacrificed "this way" is counted, each as it most recently was."""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    Check,
    attack,
    block,
    creature,
    damage,
    given,
    has,
    land,
    left,
    life,
    permanent,
    resolve,
    resolved,
    sizes,
    tapped,
)

GRAVE = (
    "Whenever this creature attacks, exile up to one target card from a graveyard. If a creature card is "
    "exiled this way, you gain 2 life."
)


def naming(*cards: dict[str, object]) -> dict[str, object]:
    return {"source": "imp", "targets": [each["id"] for each in cards], "cards": list(cards)}


def test_whether_a_creature_card_was_exiled() -> None:
    ox, sol = creature("ox", BOB), permanent("sol", BOB, types=("Artifact",))
    board = given(creature("imp", ANN, GRAVE), graveyard={BOB: 1})
    board.when(attack(imp=BOB), resolve("all", naming(ox))).then(life(Ann=22))
    board.when(attack(imp=BOB), resolve("all", naming(sol))).then(life(Ann=20))


def test_how_many_were_of_each_kind() -> None:
    text = (
        "Whenever this creature attacks, exile up to three target cards from graveyards. Put a +1/+1 counter on this "
        "creature for each creature card exiled this way. You gain 1 life for each noncreature card exiled this way."
    )
    cards = creature("ox", BOB), creature("elk", BOB), permanent("sol", BOB, types=("Artifact",))
    board = given(creature("imp", ANN, text), graveyard={BOB: 3})
    board.when(attack(imp=BOB), resolve("all", naming(*cards))).then(sizes(imp="4/4"), life(Ann=21))


def test_whether_an_artifact_was_destroyed() -> None:
    text = (
        "Whenever this creature attacks, destroy up to one target artifact. If an artifact is destroyed this "
        "way, you gain 1 life."
    )
    sol = permanent("sol", BOB, types=("Artifact",))
    given(creature("imp", ANN, text), sol).when(attack(imp=BOB), resolve()).then(left("sol"), life(Ann=21))
    sturdy = permanent("sol", BOB, "Indestructible", types=("Artifact",))
    given(creature("imp", ANN, text), sturdy).when(attack(imp=BOB), resolve()).then(left(), life(Ann=20))


def test_what_was_done_otherwise_is_not_read() -> None:
    text = "Whenever this creature attacks, destroy target artifact. If an artifact is exiled this way, you gain 1 life."
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]


@pytest.mark.parametrize("may", ["you may ", ""])
def test_what_can_be_done_only_after_something_else_is_done(may: str) -> None:
    exiled = f"{may}exile target creature you control, then return it"
    text = f"Whenever this creature attacks, {exiled} to the battlefield under its owner's control. If you do, you gain 1 life."
    chosen = {"source": "imp", "targets": ["ox"], "accept": [True]} if "may" in may else {"source": "imp", "targets": ["ox"]}
    board = given(creature("imp", ANN, text), creature("ox", ANN))
    board.when(attack(imp=BOB), resolve("all", chosen)).then(has("ox #2", power=2), life(Ann=21))


def test_what_is_divided_is_divided_once() -> None:
    text = (
        "Whenever this creature attacks, distribute two +1/+1 counters among one or two target creatures. Then if you control an "
        "artifact, double the number of +1/+1 counters on those creatures."
    )
    ox = creature("ox", ANN, counters={"+1/+1": 3}, power=5, toughness=5)
    relic = permanent("relic", ANN, types=("Artifact",))
    chosen = {"source": "imp", "targets": ["ox", "elk"], "division": {"ox": 1, "elk": 1}}
    board = given(creature("imp", ANN, text), ox, creature("elk", ANN), relic)
    board.when(attack(imp=BOB), resolve("all", chosen)).then(sizes(ox="10/10", elk="4/4"))


def test_that_many_of_what_triggers_then_is_what_was_done_before_it() -> None:
    text = (
        "Whenever this creature attacks, sacrifice any number of artifacts. When you sacrifice one or more artifacts this way, "
        "tap up to that many target creatures and draw that many cards."
    )
    relics = [permanent(id, ANN, types=("Artifact",)) for id in ("orb", "rod", "urn")]
    resolution = resolve("all", {"source": "imp", "sacrificed": ["orb", "rod"], "targets": ["elk"]})
    board = given(creature("imp", ANN, text), *relics, creature("elk", BOB), creature("ox", BOB))
    found = board.when(attack(imp=BOB), resolution).outcome().game.board
    assert found.hand[ANN] == 2 and found.permanents["elk"].tapped


GOBLIN = "create a 1/1 red Goblin creature token"


@pytest.mark.parametrize(
    "text",
    [
        f"create a Treasure token. You may pay {{1}}. If you do, {GOBLIN}. It gains haste until end of turn.",
        f"{GOBLIN}. You may create a 2/2 black Zombie creature token. That token gains haste until end of turn.",
        f"{GOBLIN}. If you control a Zombie, create a 2/2 black Zombie creature token. It gains haste until end of turn.",
    ],
)
def test_what_was_made_before_is_not_meant_by_what_is_said_of_what_was_not_made(text: str) -> None:
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"))
    declined = {"source": "imp", "accept": [False]} if "may" in text.lower() else {"source": "imp"}
    found = board.when(attack(imp=BOB), resolve("all", declined)).outcome().game
    assert "haste" not in found.view.keywords("imp token 1") and not found.stack.marks


def test_what_was_destroyed_before_is_not_exiled_this_way() -> None:
    text = (
        "Whenever this creature attacks, destroy target artifact. Then you may exile target card from a graveyard. "
        "If an artifact card is exiled this way, you gain 5 life."
    )
    board = given(creature("imp", ANN, text), permanent("orb", BOB, types=("Artifact",)), graveyard={BOB: 1})
    chosen = {
        "source": "imp",
        "targets": ["orb", "urn"],
        "cards": [permanent("urn", BOB, types=("Artifact",))],
        "accept": [False],
    }
    board.when(attack(imp=BOB), resolve("all", chosen)).then(life(Ann=20), left("orb"))


def test_a_number_of_a_target_of_what_triggers_then_is_its_own() -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice another creature. When you do, target creature you control deals "
        "damage equal to its power to target creature an opponent controls."
    )
    board = given(creature("imp", ANN, text, power=3), creature("ox", ANN), creature("elk", BOB, toughness=3))
    resolution = resolve("all", {"source": "imp", "accept": [True], "sacrificed": ["ox"], "targets": ["imp", "elk"]})
    board.when(attack(imp=BOB), resolution).then(left("ox", "elk"))


# --- tapped and untapped, dealt damage, and what was sacrificed ------------------------------------------------------------


def attacking_with(text: str, *others: dict[str, object], **choices: object) -> object:
    """Ann's imp attacks Bob beside her elk, which is tapped before; what its text says is done."""
    imp = creature("imp", ANN, f"Whenever this creature attacks, {text}")
    chosen = {"source": "imp", **choices}
    board = given(imp, creature("elk", ANN, tapped=True), creature("ox", BOB, types=["Ox"]), *others, life={ANN: 20, BOB: 20})
    return board.when(attack(imp=BOB), resolve("all", chosen))


@pytest.mark.parametrize(
    ("text", "targets", "expected"),
    [
        ("tap up to two target creatures. You gain 1 life for each creature tapped this way.", ["elk", "ox"], life(Ann=21)),
        ("untap all creatures you control. Creatures untapped this way get +1/+1 until end of turn.", [], sizes(elk="3/3")),
        ("untap target creature. Each creature untapped this way gains flying until end of turn.", ["ox"], sizes(ox="2/2")),
        ("it deals 3 damage to each creature. You gain life equal to the damage dealt this way.", [], life(Ann=29)),
        ("it deals 1 damage to any target. If a creature is dealt damage this way, tap it.", ["ox"], tapped("imp", "elk", "ox")),
        ("it deals 1 damage to any target. If a creature is dealt damage this way, tap it.", ["Bob"], tapped("imp", "elk")),
        ("it deals 1 damage to each Ox. Creatures dealt damage this way get -1/-0 until end of turn.", [], sizes(ox="1/2")),
        ("remove all +1/+1 counters from target Cat. You gain 1 life for each counter removed this way.", ["cat"], life(Ann=22)),
        ("destroy target creature. If that creature was attacking, you gain 2 life.", ["ox"], life(Ann=20)),
    ],
)
def test_what_was_really_done_is_meant(text: str, targets: list[str], expected: Check) -> None:
    cat = creature("cat", BOB, types=["Cat"], counters={"+1/+1": 2}, power=4, toughness=4) if "cat" in targets else ()
    attacking_with(text, *((cat,) if cat else ()), targets=targets).then(expected)


@pytest.mark.parametrize(("token", "life_total"), [(True, 22), (False, 20)])
def test_that_creature_is_the_one_that_was_sacrificed(token: bool, life_total: int) -> None:
    text = "you may sacrifice another creature. If that creature was a token, you gain 2 life."
    rat = creature("rat", ANN, token=token)
    attacking_with(text, rat, accept=[True], sacrificed=["rat"]).then(left("rat"), life(Ann=life_total))
    attacking_with(text, rat, accept=[False]).then(resolved("imp"), life(Ann=20))


@pytest.mark.parametrize(
    "text",
    [
        "tap target creature. You gain 1 life for each creature untapped this way.",
        "you gain 1 life for each creature tapped this way.",
        "you gain life equal to the damage dealt this way.",
        "tap target creature. If a creature is dealt damage this way, draw a card.",
        "it deals 2 damage to target creature. It deals 1 damage to you. You gain life equal to the damage dealt this way.",
        "choose flying or haste. Target creature gains flying until end of turn.",
    ],
)
def test_what_was_not_done_before_is_not_read(text: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}", types=["Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is None


@pytest.mark.parametrize("prevented", [True, False])
def test_a_creature_that_was_dealt_no_damage_wasn_t_dealt_damage_this_way(prevented: bool) -> None:
    """120.8, 615.1."""
    text = (
        "Whenever this creature attacks, it deals X damage to any target, where X is the number of time counters on it. "
        "If a creature dealt damage this way would die this turn, exile it instead."
    )
    shield = "Prevent all noncombat damage that would be dealt to this creature." if prevented else ""
    imp = creature("imp", ANN, text, power=3, toughness=9, counters={"time": 1})
    chosen = {"source": "imp", "targets": ["elk"]}
    fight = attack(imp=BOB), resolve("all", chosen), block(elk="imp"), damage()
    outcome = given(imp, creature("elk", BOB, shield, toughness=2)).when(*fight).then(left("elk"))
    assert outcome.game.board.cards["elk"].zone == ("graveyard" if prevented else "exile")


YAK, BOG = creature("yak", ANN, power=4, mana_value=3), land("bog", ANN)


@pytest.mark.parametrize(
    ("text", "choices", "yak"),
    [
        ("exile a card from your graveyard. You gain life equal to the exiled card's mana value.", {}, 23),
        ("exile a card from your graveyard. If it was a creature card, you gain 5 life.", {}, 25),
        ("exile target card from your graveyard. You gain life equal to the power of the exiled card.", {"targets": ["yak"]}, 24),
        (
            "you may exile a card from your graveyard. When you do, you gain life equal to the exiled card's power.",
            {"accept": [True]},
            24,
        ),
    ],
)
def test_what_was_exiled_from_a_graveyard(text: str, choices: dict[str, Any], yak: int) -> None:
    as_it_attacks(text, cards=[YAK], **choices).then(life(Ann=yak))
    if "power" not in text:
        as_it_attacks(text, cards=[BOG]).then(life(Ann=20))


@pytest.mark.parametrize(("toughness", "power", "fights"), [(9, 4, True), (9, 5, False)])
def test_the_exiled_card_says_what_may_be_a_target(toughness: int, power: int, fights: bool) -> None:
    text = (
        "you may exile a creature card from your graveyard. When you do, this creature fights up to one target creature "
        "defending player controls with power less than or equal to the exiled card's power."
    )
    elk = creature("elk", BOB, power=power, toughness=toughness)
    outcome = as_it_attacks(text, elk, cards=[YAK], accept=[True], targets=["elk"] * fights, by={"toughness": 9}).outcome()
    assert (outcome.game.board.permanents["elk"].marked == 2) == fights
    assert not outcome.game.stack.marks


@pytest.mark.parametrize(
    ("does", "lost"),
    [
        (
            "each opponent discards a card, then each opponent who didn't discard a nonland card loses 3 life.",
            {"Bob": 17, "Cat": 17},
        ),
        ("each opponent discards a card. Each opponent who discarded a land card this way loses 3 life.", {"Bob": 17}),
        ("each opponent sacrifices a creature. Each opponent who sacrificed an Ox this way loses 3 life.", {"Bob": 17}),
    ],
)
def test_each_of_those_who_did_so(does: str, lost: dict[str, int]) -> None:
    bog = permanent("bog", BOB, types=("Land",))
    ox, elk = creature("ox", BOB, types=["Creature", "Ox"]), creature("elk", "Cat")
    chosen = {"discarded": [bog]} if "discard" in does else {}
    as_it_attacks(does, ox, elk, totals={"hand": {BOB: 1}}, **chosen).then(life(**({"Bob": 20, "Cat": 20} | lost)))


def test_when_one_of_those_was_sacrificed_this_way() -> None:
    does = "you may sacrifice a creature. When you sacrifice an Ox this way, you gain 2 life."
    for types, total in ((["Creature", "Ox"], 22), (["Creature"], 20)):
        ox = creature("ox", ANN, types=types)
        as_it_attacks(does, ox, accept=[True], sacrificed=["ox"]).then(life(Ann=total))


def test_when_a_card_of_those_was_exiled_this_way() -> None:
    text = GRAVE.replace("If a creature card is exiled this way,", "When a creature card is exiled this way,")
    ox = creature("ox", BOB)
    given(creature("imp", ANN, text), graveyard={BOB: 1}).when(attack(imp=BOB), resolve("all", naming(ox))).then(life(Ann=22))


def test_what_was_put_onto_the_battlefield_this_way_fights() -> None:
    puts = "you may put a creature card from your hand onto the battlefield."
    does = f"{puts} When you do, it fights target creature you don't control."
    ox = creature("ox", ANN, power=3, toughness=3)
    as_it_attacks(does, creature("elk", BOB), accept=[True], cards=[ox], targets=["elk"]).then(left("elk"))


def test_what_was_put_onto_the_battlefield_is_meant_after_what_is_done_otherwise() -> None:
    looks = "reveal the top card of your library. If it's a creature card, put it onto the battlefield. Otherwise, put it into "
    looks += "your hand."
    does = f"{looks} When you put a creature card onto the battlefield this way, it fights target creature you don't control."
    ox = creature("ox", ANN, power=3, toughness=3)
    as_it_attacks(does, creature("elk", BOB), library=[ox], targets=["elk"]).then(left("elk"))


@pytest.mark.parametrize(
    "does",
    [
        "you may cast target instant card from your graveyard. If you do, exile it.",
        "each opponent discards a card. Each player who discarded a land card this way loses 3 life.",
    ],
)
def test_what_is_not_stated_is_not_read(does: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {does}", types=["Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is None
