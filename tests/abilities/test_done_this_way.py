"""What was exiled, destroyed or sacrificed "this way" is counted, each as it most recently was."""

from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, left, life, permanent, resolve, sizes

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
