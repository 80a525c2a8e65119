"""What its controller chooses as an ability resolves (608.2d): which counter, which keyword; costs of several parts."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, has, left, permanent, resolve, sizes

COUNTERS = "Whenever this creature attacks, put your choice of a +1/+1, first strike, or trample counter on it."
KEYWORDS = "Whenever this creature attacks, it gains your choice of first strike or lifelink until end of turn."


@pytest.mark.parametrize(("mode", "counter"), [(0, "+1/+1"), (1, "first strike"), (2, "trample")])
def test_a_counter_of_ones_choice(mode: int, counter: str) -> None:
    told = {"source": "imp", "modes": [mode]}
    given(creature("imp", ANN, COUNTERS)).when(attack(imp=BOB), resolve("all", told)).then(has("imp", counters={counter: 1}))


@pytest.mark.parametrize(("mode", "keyword"), [(0, "first strike"), (1, "lifelink")])
def test_a_keyword_of_ones_choice(mode: int, keyword: str) -> None:
    told = {"source": "imp", "modes": [mode]}
    outcome = given(creature("imp", ANN, KEYWORDS)).when(attack(imp=BOB), resolve("all", told)).outcome()
    assert outcome.game.view.keywords("imp") == {keyword}


def test_both_gain_the_same_of_ones_choice() -> None:
    each = "this creature and up to one other target creature you control each gain"
    text = f"Whenever this creature attacks, {each} your choice of first strike or lifelink until end of turn."
    told = {"source": "imp", "modes": [1], "targets": ["elk"]}
    board = given(creature("imp", ANN, text), creature("elk", ANN))
    view = board.when(attack(imp=BOB), resolve("all", told)).outcome().game.view
    assert view.keywords("imp") == view.keywords("elk") == {"lifelink"}


def test_a_cost_of_two_parts_is_paid_whole_or_not_at_all() -> None:
    text = "Whenever this creature attacks, you may pay {2} and sacrifice another creature. If you do, put a +1/+1 counter on it."
    accepting = resolve("all", {"source": "imp", "accept": [True]})
    board = creature("imp", ANN, text), creature("elf", ANN)
    given(*board, mana={ANN: "{G}{G}"}).when(attack(imp=BOB), accepting).then(left("elf"))
    given(*board, mana={ANN: "{G}"}).when(attack(imp=BOB), accepting).then(left(), sizes(imp="2/2"))


def test_base_power_and_toughness_become_those_of_another() -> None:
    text = (
        "Whenever this creature attacks, choose target creature. Its base power and toughness become equal to this "
        "creature's power and toughness until end of turn."
    )
    ox = creature("ox", BOB, power=5, toughness=5)
    given(creature("imp", ANN, text, power=1, toughness=1), ox).when(
        attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})
    ).then(sizes(ox="1/1"))


def test_an_equipment_is_attached_to_it() -> None:
    text = "Whenever this creature attacks, attach up to one target Equipment to it."
    sword = permanent("sword", ANN, "Equipped creature gets +1/+1.", types=("Artifact", "Equipment"))
    given(creature("imp", ANN, text), sword).when(attack(imp=BOB), resolve()).then(has("sword", attached_to="imp"))


def test_cards_are_compared_with_the_source() -> None:
    text = (
        "Whenever this creature attacks, return target creature card with toughness less than this creature's toughness from "
        "your graveyard to the battlefield."
    )
    (read,) = (each for each in read_permanent(text) if isinstance(each, a.Triggered))
    assert read.does is not None and "toughness" in read.does.model_dump_json()


def test_a_choice_of_what_is_no_counter_is_not_read() -> None:
    text = "Whenever this creature attacks, put your choice of two counters on it."
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]


@pytest.mark.parametrize(("power", "chosen"), [(2, "elk"), (4, None)])
def test_another_creature_with_lesser_power_than_the_target(power: int, chosen: str | None) -> None:
    text = (
        "Whenever you attack, target attacking creature can't be blocked this turn. Then choose another attacking creature with "
        "lesser power. That creature gains double strike until end of turn."
    )
    board = (creature("imp", ANN, text, power=3), creature("elk", ANN, power=power))
    told = resolve("all", {"source": "imp", "targets": ["imp"]})
    view = given(*board).when(attack(imp=BOB, elk=BOB), told).outcome().game.view
    assert {id for id in ("imp", "elk") if "double strike" in view.keywords(id)} == ({chosen} if chosen else set())


def test_the_total_power_of_what_was_sacrificed() -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice any number of other creatures. If you do, it gets +X/+0 until end of "
        "turn, where X is the total power of the creatures sacrificed this way."
    )
    told = {"source": "imp", "accept": [True], "sacrificed": ["elk", "ox"]}
    board = (creature("imp", ANN, text), creature("elk", ANN, power=3), creature("ox", ANN, power=4), creature("cow", ANN))
    given(*board).when(attack(imp=BOB), resolve("all", told)).then(left("elk", "ox"), sizes(imp="9/2"))
