"""What its controller chooses as an ability resolves (608.2d): which counter, which keyword; costs of several parts."""

import pytest
from abilities.resolving import as_it_attacks
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, Check, attack, creature, given, has, left, life, permanent, resolve, sizes

COUNTERS = "Whenever this creature attacks, put your choice of a +1/+1, first strike, or trample counter on it."
KEYWORDS = "Whenever this creature attacks, it gains your choice of first strike or lifelink until end of turn."


@pytest.mark.parametrize(("mode", "counter"), [(0, "+1/+1"), (1, "first strike"), (2, "trample")])
def test_a_counter_of_ones_choice(mode: int, counter: str) -> None:
    chosen = {"source": "imp", "modes": [mode]}
    given(creature("imp", ANN, COUNTERS)).when(attack(imp=BOB), resolve("all", chosen)).then(has("imp", counters={counter: 1}))


@pytest.mark.parametrize(("mode", "keyword"), [(0, "first strike"), (1, "lifelink")])
def test_a_keyword_of_ones_choice(mode: int, keyword: str) -> None:
    chosen = {"source": "imp", "modes": [mode]}
    outcome = given(creature("imp", ANN, KEYWORDS)).when(attack(imp=BOB), resolve("all", chosen)).outcome()
    assert outcome.game.view.keywords("imp") == {keyword}


def test_both_gain_the_same_of_ones_choice() -> None:
    each = "this creature and up to one other target creature you control each gain"
    text = f"Whenever this creature attacks, {each} your choice of first strike or lifelink until end of turn."
    chosen = {"source": "imp", "modes": [1], "targets": ["elk"]}
    board = given(creature("imp", ANN, text), creature("elk", ANN))
    view = board.when(attack(imp=BOB), resolve("all", chosen)).outcome().game.view
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
    resolution = resolve("all", {"source": "imp", "targets": ["imp"]})
    view = given(*board).when(attack(imp=BOB, elk=BOB), resolution).outcome().game.view
    assert {id for id in ("imp", "elk") if "double strike" in view.keywords(id)} == ({chosen} if chosen else set())


def test_the_total_power_of_what_was_sacrificed() -> None:
    text = (
        "Whenever this creature attacks, you may sacrifice any number of other creatures. If you do, it gets +X/+0 until end of "
        "turn, where X is the total power of the creatures sacrificed this way."
    )
    chosen = {"source": "imp", "accept": [True], "sacrificed": ["elk", "ox"]}
    board = (creature("imp", ANN, text), creature("elk", ANN, power=3), creature("ox", ANN, power=4), creature("cow", ANN))
    given(*board).when(attack(imp=BOB), resolve("all", chosen)).then(left("elk", "ox"), sizes(imp="9/2"))


ATTACKS = "Whenever this creature attacks, "


@pytest.mark.parametrize(("mode", "dealt"), [(0, 0), (1, 2)])
def test_what_follows_one_of_two_ways(mode: int, dealt: int) -> None:
    text = (
        "put a charge counter on it or remove one from it. When you remove a counter this way, it deals 2 damage to any target."
    )
    imp = creature("imp", ANN, ATTACKS + text, counters={"charge": 1})
    steps = attack(imp=BOB), resolve(1, {"source": "imp", "modes": [mode]}), *([resolve()] if mode else [])
    given(imp).when(*steps).then(life(Bob=20 - dealt), has("imp", counters={"charge": 2} if not mode else {}))


@pytest.mark.parametrize(
    ("accept", "mode", "expected"), [(True, 0, life(Ann=22)), (True, 1, sizes(imp="3/2")), (False, 0, life(Ann=20))]
)
def test_a_mode_is_chosen_once_it_is_paid(accept: bool, mode: int, expected: Check) -> None:
    text = "you may pay {R}. If you do, choose one —\n• You gain 2 life.\n• This creature gets +1/+0 until end of turn."
    as_it_attacks(text, accept=[accept], modes=[mode] if accept else None).then(expected)


def test_a_mode_that_is_chosen_late_has_no_targets() -> None:
    text = "you may pay {R}. If you do, choose one —\n• You gain 2 life.\n• Tap target creature."
    (ability,) = read_permanent(ATTACKS + text, types=["Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is None


@pytest.mark.parametrize(("mode", "counters"), [(0, 3), (1, 1)])
def test_one_thing_or_another_is_done(mode: int, counters: int) -> None:
    text = "put a charge counter on it or remove one from it."
    done = as_it_attacks(text, by={"counters": {"charge": 2}}, modes=[mode])
    assert done.outcome().game.board.permanents["imp"].counters["charge"] == counters
