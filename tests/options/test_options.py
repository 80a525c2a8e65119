"""`game.legal_attacks` and `game.legal_blocks`: lazy objects, counted and drawn without listing."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice, pairwise
from math import comb
from pathlib import Path
from random import Random

import pytest
from declarant.events import abilities as a
from declarant.events.errors import InvalidInput, Undecided
from declarant.handlers.game import Game
from legality.boards import boards_from, creature
from referee import ANN, BOB, CAT, enchantment, given
from referee import creature as card

MENACE, FLYING = a.KeywordAbility(keyword="menace"), a.KeywordAbility(keyword="flying")
MUST_BE_BLOCKED = a.MustBeBlocked(attackers=a.THIS)
LURE = a.MustBlock(blockers=a.ANYTHING, attackers=a.THIS)
MUST_BLOCK = a.MustBlock(blockers=a.THIS)


def blocks(
    blockers: Iterable[tuple[a.Ability, ...]], attackers: Iterable[tuple[a.Ability, ...]], rules: str | None = None
) -> Game:
    """Bob's creatures, attacked by Ann's; each with these abilities."""
    game = Game.start((ANN, BOB), rules=rules)
    for number, abilities in enumerate(blockers):
        game.enter(creature(f"b{number}", BOB, *abilities))
    attacking = {f"a{number}": abilities for number, abilities in enumerate(attackers)}
    for attacker, abilities in attacking.items():
        game.enter(creature(attacker, ANN, *abilities))
    game.declare_attackers(dict.fromkeys(attacking, BOB))
    return game


def test_twenty_creatures_can_block_twenty_in_21_to_the_20th_ways() -> None:
    assert blocks([()] * 20, [()] * 20).legal_blocks.count() == 21**20


def test_menace_takes_away_the_blocks_by_one_creature() -> None:
    assert blocks([()] * 20, [(MENACE,), *[()] * 19]).legal_blocks.count() == 21**20 - 20 * 20**19


def test_a_creature_that_must_be_blocked_takes_away_the_blocks_that_leave_it_alone() -> None:
    assert blocks([()] * 20, [(MUST_BE_BLOCKED,), *[()] * 19]).legal_blocks.count() == 21**20 - 20**20


def test_every_creature_that_can_blocks_a_lure() -> None:
    legal = blocks([(), (), (FLYING,)], [(LURE,), (FLYING,)]).legal_blocks
    assert list(legal) == [{"b0": ("a0",), "b1": ("a0",), "b2": ("a0",)}]


def test_menace_with_one_blocker_leaves_nothing_to_do_though_it_must_be_blocked() -> None:
    assert list(blocks([()], [(MENACE, MUST_BE_BLOCKED)]).legal_blocks) == [{}]


@pytest.mark.parametrize("menacing", [1, 3, 10])
def test_attackers_with_menace_are_counted_as_inclusion_and_exclusion_does(menacing: int) -> None:
    # Of k menacing attackers chosen to be blocked by exactly one creature each, with alternating signs.
    expected = sum((-1) ** k * comb(menacing, k) * (_falling(20, k)) * (21 - k) ** (20 - k) for k in range(menacing + 1))
    assert blocks([()] * 20, [(MENACE,)] * menacing + [()] * (20 - menacing)).legal_blocks.count() == expected


def _falling(number: int, factors: int) -> int:
    product = 1
    for factor in range(number, number - factors, -1):
        product *= factor
    return product


def test_a_large_board_with_lures_menace_and_musts_is_sampled_and_listed_without_counting_one_by_one() -> None:
    game = blocks([(MUST_BLOCK,)] * 3 + [()] * 17, [(MENACE,)] * 4 + [(MUST_BE_BLOCKED,)] * 4 + [()] * 12)
    legal = game.legal_blocks
    assert legal.count() > 10**20
    for option in (legal.sample(Random(5)), *islice(legal, 5)):
        assert option in legal
        assert game.judge_blockers(option).verdict == "legal"


def test_samples_are_uniform() -> None:
    legal = blocks([(), (), (MUST_BLOCK,)], [(MENACE,), (), ()]).legal_blocks
    number, random = legal.count(), Random(20240607)
    drawn = Counter(str(legal.sample(random)) for _ in range(200 * number))
    chi_square = sum((drawn[str(option)] - 200) ** 2 / 200 for option in legal)
    assert set(drawn) == set(map(str, legal))
    # The mean of the distribution is its degrees of freedom, its variance twice that: within three deviations.
    assert abs(chi_square - (number - 1)) < 3 * (2 * (number - 1)) ** 0.5


def test_equal_seeds_draw_equal_options() -> None:
    game = blocks([()] * 5, [(MENACE,), ()])
    assert [game.legal_blocks.sample(Random(7)) for _ in range(3)] == [game.legal_blocks.sample(Random(7))] * 3


def test_options_come_in_the_documented_order() -> None:
    for seed, board in boards_from(0, 60, creatures=4, others=3, abilities=4):
        game = board.game()
        if board.action == "attack":
            targets, listed = (
                _targets(board.players[1:], board.permanents),
                [{c: (to,) for c, to in option.items()} for option in game.legal_attacks],
            )
        else:
            targets, listed = list(board.attacking), list(game.legal_blocks)
        creatures = [p.id for p in board.permanents]

        def key(option: dict[str, tuple[str, ...]]) -> list[tuple[int, list[int]]]:
            return [(len(to), [targets.index(t) for t in to]) for to in (option.get(c, ()) for c in creatures)]  # noqa: B023

        assert all(key(earlier) < key(later) for earlier, later in pairwise(listed)), seed


def _targets(opponents: Iterable[str], permanents: Iterable[object]) -> list[str]:
    return [*opponents, *(str(p.id) for p in permanents if {"Planeswalker", "Battle"} & {*p.types})]  # type: ignore[attr-defined]


def test_the_order_is_the_same_in_every_process(tmp_path: Path) -> None:
    script = tmp_path / "listing.py"
    script.write_text(
        "from itertools import islice\nfrom legality.boards import boards_from\n"
        "for seed, board in boards_from(0, 10, creatures=4, others=3, abilities=6):\n"
        "    game = board.game()\n"
        "    legal = game.legal_attacks if board.action == 'attack' else game.legal_blocks\n"
        "    print(seed, legal.count(), list(islice(legal, 50)))\n"
    )
    tests = str(Path(__file__).resolve().parents[1])
    printed = {
        subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "PYTHONPATH": tests, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(printed) == 1
    assert next(iter(printed)).count("\n") == 10


def test_nobody_is_required_to_pay_so_a_taxed_creature_may_stay_at_home_though_it_must_attack() -> None:
    tax = a.AttackCost(creatures=a.ANYTHING, targets=a.Targets(players=a.Players(who="you")), cost=a.Cost(mana="{2}"))
    game = Game.start((ANN, BOB))
    game.enter(creature("wall", BOB, tax))
    game.enter(creature("raider", ANN, a.MustAttack(creatures=a.THIS)))
    assert list(game.legal_attacks) == [{}, {"raider": BOB}]


def test_what_cannot_be_declared_at_all_is_no_option() -> None:
    legal = blocks([()], [()]).legal_blocks
    for nonsense in (
        {"b1": ("a0",)},
        {"b0": ("a7",)},
        {"b0": ("a0", "a0")},
        {"a0": ("b0",)},
        {"b0": 5},
        {"b0": [["a0"]]},
        "b0",
        None,
    ):
        assert nonsense not in legal
    assert {"b0": ("a0",)} in legal
    assert {"b0": ["a0"]} in legal


def test_a_creature_that_blocks_nothing_is_one_that_does_not_block() -> None:
    assert {"b0": ()} in blocks([()], [()]).legal_blocks


def test_there_is_nothing_to_declare_when_it_is_not_the_time() -> None:
    game = given(card("bear", ANN), card("elf", BOB)).game()
    assert game.legal_attacks
    assert not game.legal_blocks
    game.declare_attackers({"bear": BOB})
    attacks = game.legal_attacks
    assert not attacks
    assert attacks.count() == 0
    assert list(attacks) == []
    assert {} not in attacks
    with pytest.raises(IndexError):
        attacks.sample(Random(1))


def test_options_stay_those_of_the_time_when_they_were_asked_for() -> None:
    game = given(card("bear", ANN), card("elf", BOB)).game()
    attacks = game.legal_attacks
    game.declare_attackers({"bear": BOB})
    assert list(attacks) == [{}, {"bear": BOB}]


def test_defending_players_declare_one_after_the_other() -> None:
    game = given(card("bear", ANN), card("ox", ANN), card("elf", BOB), card("owl", CAT), players=(ANN, BOB, CAT)).game()
    game.declare_attackers({"bear": BOB, "ox": CAT})
    assert list(game.legal_blocks) == [{}, {"elf": ("bear",)}]
    assert not game.legal_blocks_of(CAT)
    game.declare_blockers({})
    assert list(game.legal_blocks) == [{}, {"owl": ("ox",)}]
    assert not game.legal_blocks_of(BOB)


def _ranks(number: int) -> list[tuple[a.Ability, ...]]:
    """Attackers that can't change places: each can't be blocked except by another number of creatures."""
    return [(a.BlockerCount(attackers=a.THIS, minimum=least),) for least in range(2, 2 + number)]


def test_a_board_too_large_to_count_is_declined_and_still_judged() -> None:
    game = blocks([()] * 20, _ranks(12))
    legal = game.legal_blocks
    with pytest.raises(Undecided, match="too large to count"):
        legal.count()
    assert legal
    assert {"b0": ("a0",), "b1": ("a0",)} in legal
    assert {"b0": ("a0",)} not in legal


def test_before_2007_a_board_is_too_large_sooner_and_the_edition_is_named() -> None:
    legal = blocks([(MUST_BLOCK,)] * 7, [()] * 5, rules="2005-03-01").legal_blocks
    with pytest.raises(Undecided, match="under the rules of 2004-10-01"):
        legal.count()


def test_without_requirements_every_edition_counts_alike() -> None:
    assert blocks([()] * 7, [()] * 5, rules="2005-03-01").legal_blocks.count() == 6**7


def test_a_lone_blocker_is_offered_no_attacker_with_menace() -> None:
    assert blocks([()], [(MENACE,), ()]).legal_blocks.pairs() == {"b0": ("a1",)}


def test_while_an_attacker_must_be_blocked_only_blocking_it_is_open() -> None:
    legal = blocks([(), ()], [(MUST_BE_BLOCKED,), ()]).legal_blocks
    assert legal.open_pairs({}) == {"b0": ("a0",), "b1": ("a0",)}
    assert legal.open_pairs({"b0": ("a0",)}) == {"b1": ("a0", "a1")}
    assert legal.pairs() == {"b0": ("a0", "a1"), "b1": ("a0", "a1")}


def test_an_attacker_that_one_creature_may_block_is_open_to_no_second() -> None:
    legal = blocks([(), ()], [(a.BlockerCount(attackers=a.THIS, maximum=1),), ()]).legal_blocks
    assert legal.open_pairs({"b0": ("a0",)}) == {"b1": ("a1",)}


def test_an_attacker_that_two_must_block_stays_open_when_the_other_blocker_is_taken() -> None:
    legal = blocks([(), ()], [(MENACE,), ()]).legal_blocks
    assert legal.open_pairs({"b0": ("a1",)}) == {"b1": ("a0", "a1")}


def test_pairs_of_a_large_board_are_stated_without_listing() -> None:
    legal = blocks([()] * 40, [(MENACE,), (MUST_BE_BLOCKED,), *[()] * 38]).legal_blocks
    assert all(len(targets) == 40 for targets in legal.pairs().values())


def test_what_can_not_be_chosen_opens_nothing() -> None:
    with pytest.raises(InvalidInput, match="chosen: found"):
        blocks([()], [()]).legal_blocks.open_pairs({"nobody": ("a0",)})


# --- costs ---------------------------------------------------------------------------------------------------------------


TAX = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."


def taxed(**mana: str) -> Game:
    cards = (*(card(id, ANN) for id in ("bear", "ox", "elk")), enchantment("toll", BOB, TAX))
    return given(*cards, mana=mana).game()


def test_only_what_can_be_paid_may_be_declared() -> None:
    attacks = taxed(Ann="{4}").legal_attacks
    assert attacks.count() == len(list(attacks)) == 7
    assert {"bear": BOB, "ox": BOB} in attacks and {"bear": BOB, "ox": BOB, "elk": BOB} not in attacks
    assert taxed(Ann="{3}").legal_attacks.count() == 4
    assert taxed(Ann="{1}").legal_attacks.pairs() == {}
    assert set(taxed(Ann="{2}").legal_attacks.pairs()) == {"bear", "ox", "elk"}
    assert all(taxed(Ann="{1}").legal_attacks.sample(Random(seed)) == {} for seed in range(3))


def test_mana_that_isnt_stated_is_whatever_is_needed() -> None:
    assert taxed().legal_attacks.count() == 8


def test_an_option_states_its_cost() -> None:
    attacks = taxed(Ann="{4}").legal_attacks
    assert [attacks.cost(option) for option in ({}, {"bear": BOB}, {"bear": BOB, "ox": BOB})] == [None, "{2}", "{4}"]


def test_where_too_many_would_have_to_be_paid_the_number_isnt_stated() -> None:
    cards = (*(card(f"a{number}", ANN) for number in range(15)), enchantment("toll", BOB, TAX))
    attacks = given(*cards, mana={ANN: "{4}"}).game().legal_attacks
    assert len(list(islice(attacks, 5))) == 5
    with pytest.raises(Undecided, match="more than 20,000"):
        attacks.count()
