"""What several other players choose, each their own: permanents and the rest of them, modes, villainous choices, offers."""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, CAT, attack, creature, enchantment, given, has, left, life, permanent, resolve, sizes, tapped

FIRST = "Whenever this creature attacks, "
ALL = (ANN, BOB, CAT)
OXEN = (creature("ox", ANN), creature("elk", BOB), creature("eel", BOB, power=3), creature("cow", CAT))


def attacks(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices}) if choices else resolve()
    return given(creature("imp", ANN, FIRST + text), *others, players=ALL).when(attack(imp=BOB), resolution)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("each player chooses a creature they control. Destroy the rest.", ("imp", "eel")),
        ("each player chooses a creature they control, then sacrifices the rest.", ("imp", "eel")),
        ("each opponent chooses a creature they control, then sacrifices the rest.", ("eel",)),
        ("each opponent chooses a creature they control. Exile the rest.", ("eel",)),
        ("each opponent chooses a creature they control. Destroy those creatures.", ("elk", "cow")),
        ("each player chooses two creatures they control, then sacrifices the rest.", ()),
    ],
)
def test_each_chooses_their_own(text: str, gone: tuple[str, ...]) -> None:
    chosen = ["ox", "imp", "elk", "eel", "cow"] if "two" in text else ["ox", "elk", "cow"]
    if "opponent" in text:
        chosen.remove("ox")
    attacks(text, *OXEN, chosen=chosen).then(left(*gone))


def test_you_choose_one_of_each() -> None:
    text = "for each opponent, choose a creature that player controls. Tap those creatures."
    attacks(text, *OXEN, chosen=["eel", "cow"]).then(tapped("imp", "eel", "cow"))
    text = "for each player, choose a creature that player controls. Those creatures get -2/-2 until end of turn."
    attacks(text, *OXEN, chosen=["ox", "elk", "cow"]).then(left("ox", "elk", "cow"))


def test_where_nobody_can_choose_nothing_is_meant() -> None:
    text = "untap another target creature. Each opponent chooses an artifact they control. Exile those artifacts."
    attacks(text, *OXEN, targets=["ox"]).then(left())


@pytest.mark.parametrize("kind", ["Creature", "Artifact", "Enchantment", "Land", "Planeswalker"])
def test_those_of_any_kind_are_the_chosen_ones(kind: str) -> None:
    text = f"each opponent chooses {'an' if kind[0] in 'AE' else 'a'} {kind.lower()} they control. Exile those {kind.lower()}s."
    ones = [permanent(id, who, types=(kind,)) for id, who in (("orb", BOB), ("rod", BOB), ("gem", CAT), ("urn", ANN))]
    attacks(text, *ones, chosen=["rod", "gem"]).then(left("rod", "gem"))


@pytest.mark.parametrize("who", ["defending player", "each opponent", "target opponent"])
@pytest.mark.parametrize(
    ("chosen", "done"),
    [
        ("a creature they control and exiles it", "exiles a creature they control"),
        ("another creature they control and sacrifices it", "sacrifices another creature they control"),
        ("a land they control and returns it to its owner's hand", "returns a land they control to its owner's hand"),
        ("a card in their graveyard and exiles it", "exiles a card from their graveyard"),
        ("a land card in their graveyard and returns it to their hand", "returns a land card in their graveyard to their hand"),
    ],
)
def test_what_is_chosen_and_moved_is_chosen_as_it_moves(who: str, chosen: str, done: str) -> None:
    (one,), (other,) = (read_permanent(f"{FIRST}{who} {does}.") for does in (f"chooses {chosen}", done))
    assert isinstance(one, a.Triggered) and isinstance(other, a.Triggered)
    assert one.does is not None and one.does == other.does


def test_the_rest_of_other_kinds_stays() -> None:
    text = "each player chooses an artifact they control. Destroy the rest."
    orbs = [permanent(id, who, types=("Artifact",)) for id, who in (("orb", BOB), ("rod", BOB), ("gem", ANN))]
    attacks(text, *OXEN, *orbs, chosen=["rod", "gem"]).then(left("orb"))


def test_several_may_choose_the_same_of_yours() -> None:
    text = "each opponent chooses a creature you control. Tap those creatures."
    attacks(text, *OXEN, chosen=["ox", "ox"]).then(tapped("imp", "ox"))


def test_an_opponent_chooses_or_gains_control() -> None:
    text = "an opponent chooses a creature you control. That creature gets +2/+2 until end of turn."
    attacks(text, *OXEN, chosen=[CAT, "ox"]).then(sizes(ox="4/4", imp="2/2"))
    attacks("an opponent gains control of this creature.", chosen=[CAT]).then(has("imp", controller=CAT))
    attacks("an opponent gains control of this creature.").then(has("imp", controller=BOB))


@pytest.mark.parametrize("who", ["defending player", "an opponent", "that player"])
def test_another_player_chooses_modes(who: str) -> None:
    first = "Whenever this creature attacks a player, " if who == "that player" else FIRST
    text = f"{first}{who} chooses one —\n• You gain 3 life.\n• Defending player loses 2 life."
    (ability,) = read_permanent(text)
    assert isinstance(ability, a.Triggered) and ability.does is not None and ability.does.modal is not None
    assert ability.does.modal.by is not None
    board = given(creature("imp", ANN, text), players=ALL)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "modes": [1]})).then(life(Ann=20, Bob=18))
    board.when(attack(imp=BOB), resolve()).then(life(Ann=23, Bob=20))


def test_each_faces_a_villainous_choice() -> None:
    text = "each opponent faces a villainous choice — They lose 2 life, or you gain 3 life."
    attacks(text, modes=[0, 1]).then(life(Ann=23, Bob=18, Cat=20))
    attacks(text, modes=[1, 0]).then(life(Ann=23, Bob=20, Cat=18))
    text = "each opponent faces a villainous choice — That player sacrifices a creature of their choice, or you gain 3 life."
    attacks(text, *OXEN, modes=[0, 1], sacrificed=["elk"]).then(life(Ann=23), left("elk"))


@pytest.mark.parametrize(
    ("verb", "accept", "gained"),
    [("does", [True, True], 6), ("does", [False, True], 3), ("does", [False, False], 0), ("doesn't", [False, True], 3)],
)
def test_a_tempting_offer(verb: str, accept: list[bool], gained: int) -> None:
    text = f"each opponent may gain 1 life. For each opponent who {verb}, you gain 3 life."
    attacks(text, accept=accept).then(life(Ann=20 + gained, Bob=20 + accept[0], Cat=20 + accept[1]))


def test_any_opponent_may_have_something_done_by_you() -> None:
    text = "any opponent may have you gain 5 life. If no one does, each opponent loses 2 life."
    attacks(text, accept=[False, True]).then(life(Ann=25, Bob=20))
    attacks(text, accept=[False, False]).then(life(Ann=20, Bob=18, Cat=18))


def test_unless_a_player_has_something_done_by_you() -> None:
    text = "tap target creature defending player controls unless that player has you gain 3 life."
    attacks(text, *OXEN, targets=["elk"], accept=[True]).then(life(Ann=23), has("elk", tapped=False))
    attacks(text, *OXEN, targets=["elk"], accept=[False]).then(life(Ann=20), has("elk", tapped=True))


def test_what_triggers_as_all_of_them_die_sees_each() -> None:
    altar = enchantment("altar", ANN, "Whenever a creature an opponent controls dies, you gain 1 life.")
    text = "each opponent chooses a creature they control. Destroy those creatures."
    attacks(text, *OXEN, altar, chosen=["elk", "cow"]).then(life(Ann=22))


@pytest.mark.parametrize(
    "text",
    [
        "destroy the rest.",
        "each opponent chooses a creature you control. Destroy the rest.",
        "for each opponent who does, draw a card.",
        "each opponent may draw a card. For each player who does, you gain 1 life.",
        "each player chooses a creature at random. Destroy those creatures.",
    ],
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(FIRST + text)
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


def gone(*ids: str) -> Any:
    def check(outcome: Any) -> None:
        assert not set(ids) & set(outcome.game.board.permanents)

    return check


def test_each_player_chooses_what_to_do() -> None:
    text = "each opponent sacrifices a creature or loses 3 life."
    others = creature("ox", BOB), creature("elk", CAT)
    as_it_attacks(text, *others, modes=[0, 1]).then(gone("ox"), life(Bob=20, Cat=17))
    as_it_attacks(text, *others, modes=[1, 0]).then(gone("elk"), life(Bob=17, Cat=20))


@pytest.mark.parametrize(
    ("text", "tapped", "left"),
    [
        ("defending player taps a creature they control.", {"imp", "elk"}, set()),
        ("each opponent taps a creature they control.", {"imp", "elk", "cow"}, set()),
        ("each opponent exiles a creature they control.", {"imp"}, {"elk", "cow"}),
        ("each opponent returns a creature they control to its owner's hand.", {"imp"}, {"elk", "cow"}),
        ("each player untaps all creatures they control.", set(), set()),
    ],
)
def test_players_do_it_to_their_own(text: str, tapped: set[str], left: set[str]) -> None:
    others = creature("elk", BOB), creature("ox", BOB), creature("cow", CAT), creature("yak", CAT)
    chosen = ["elk", "cow"] if "each opponent taps" in text else ["elk"] if " taps " in text else []
    given_up = sorted(left)
    done = as_it_attacks(text, *others, chosen=chosen, sacrificed=given_up)
    there = done.outcome().game.board.permanents
    assert {id for id, each in there.items() if each.tapped} == tapped
    assert {"elk", "ox", "cow", "yak"} - set(there) == left
