"""What was exiled, destroyed or sacrificed "this way" is counted, each as it most recently was."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, has, left, life, permanent, resolve, sizes

GRAVE = (
    "Whenever this creature attacks, exile up to one target card from a graveyard. If a creature card is "
    "exiled this way, you gain 2 life."
)


def told_of(*cards: dict[str, object]) -> dict[str, object]:
    return {"source": "imp", "targets": [each["id"] for each in cards], "cards": list(cards)}


def test_whether_a_creature_card_was_exiled() -> None:
    ox, sol = creature("ox", BOB), permanent("sol", BOB, types=("Artifact",))
    board = given(creature("imp", ANN, GRAVE), graveyard={BOB: 1})
    board.when(attack(imp=BOB), resolve("all", told_of(ox))).then(life(Ann=22))
    board.when(attack(imp=BOB), resolve("all", told_of(sol))).then(life(Ann=20))


def test_how_many_were_of_each_kind() -> None:
    text = (
        "Whenever this creature attacks, exile up to three target cards from graveyards. Put a +1/+1 counter on this "
        "creature for each creature card exiled this way. You gain 1 life for each noncreature card exiled this way."
    )
    cards = creature("ox", BOB), creature("elk", BOB), permanent("sol", BOB, types=("Artifact",))
    board = given(creature("imp", ANN, text), graveyard={BOB: 3})
    board.when(attack(imp=BOB), resolve("all", told_of(*cards))).then(sizes(imp="4/4"), life(Ann=21))


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
    told = {"source": "imp", "targets": ["ox"], "accept": [True]} if "may" in may else {"source": "imp", "targets": ["ox"]}
    board = given(creature("imp", ANN, text), creature("ox", ANN))
    board.when(attack(imp=BOB), resolve("all", told)).then(has("ox #2", power=2), life(Ann=21))


def test_what_is_divided_is_divided_once() -> None:
    text = (
        "Whenever this creature attacks, distribute two +1/+1 counters among one or two target creatures. Then if you control an "
        "artifact, double the number of +1/+1 counters on those creatures."
    )
    ox = creature("ox", ANN, counters={"+1/+1": 3}, power=5, toughness=5)
    relic = permanent("relic", ANN, types=("Artifact",))
    told = {"source": "imp", "targets": ["ox", "elk"], "division": {"ox": 1, "elk": 1}}
    board = given(creature("imp", ANN, text), ox, creature("elk", ANN), relic)
    board.when(attack(imp=BOB), resolve("all", told)).then(sizes(ox="10/10", elk="4/4"))


def test_that_many_of_what_triggers_then_is_what_was_done_before_it() -> None:
    text = (
        "Whenever this creature attacks, sacrifice any number of artifacts. When you sacrifice one or more artifacts this way, "
        "tap up to that many target creatures and draw that many cards."
    )
    relics = [permanent(id, ANN, types=("Artifact",)) for id in ("orb", "rod", "urn")]
    told = resolve("all", {"source": "imp", "sacrificed": ["orb", "rod"], "targets": ["elk"]})
    board = given(creature("imp", ANN, text), *relics, creature("elk", BOB), creature("ox", BOB))
    found = board.when(attack(imp=BOB), told).outcome().game.board
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
    found = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [False]})).outcome().game
    assert "haste" not in found.view.keywords("imp token 1") and not found.stack.marks


def test_what_was_destroyed_before_is_not_exiled_this_way() -> None:
    text = (
        "Whenever this creature attacks, destroy target artifact. Then you may exile target card from a graveyard. "
        "If an artifact card is exiled this way, you gain 5 life."
    )
    board = given(creature("imp", ANN, text), permanent("orb", BOB, types=("Artifact",)), graveyard={BOB: 1})
    told = {"source": "imp", "targets": ["orb", "urn"], "cards": [permanent("urn", BOB, types=("Artifact",))], "accept": [False]}
    board.when(attack(imp=BOB), resolve("all", told)).then(life(Ann=20), left("orb"))


def test_a_number_of_a_target_of_what_triggers_then_is_its_own() -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice another creature. When you do, target creature you control deals "
        "damage equal to its power to target creature an opponent controls."
    )
    board = given(creature("imp", ANN, text, power=3), creature("ox", ANN), creature("elk", BOB, toughness=3))
    told = resolve("all", {"source": "imp", "accept": [True], "sacrificed": ["ox"], "targets": ["imp", "elk"]})
    board.when(attack(imp=BOB), told).then(left("ox", "elk"))
