"""732.1–2: an illegal declaration is reversed as a whole; what may stay is mana; the player may do something else."""

from collections.abc import Callable
from typing import Any

import pytest
from declarant import Game, IllegalDeclaration
from declarant.projections.state import fold
from referee import (
    ANN,
    BEFORE_BATTLES,
    BOB,
    CAT,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    a_legal_way_out,
    attack,
    attacking,
    battle,
    creature,
    enchantment,
    given,
    illegal,
    illegally,
    land,
    legal,
    planeswalker,
    tapped,
    triggers,
)

EDITIONS = (BEFORE_BATTLES, WITH_ORDERS, WITHOUT_ORDERS)
TOLL = enchantment(
    "toll",
    BOB,
    "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you.",
)
BEAR, FOREST = creature("bear", ANN), land("forest", ANN, "Forest")


def log_of(game: Game) -> list[tuple[int, str]]:
    return [(version, event.model_dump_json()) for version, event in game.log.events()]


def table() -> Game:
    """A game in which every kind of thing can go wrong, in its declare attackers step."""
    game = given(
        creature("bear", ANN, "You may exert this creature as it attacks. When you do, you gain 1 life."),
        creature("ox", ANN, "This creature can't attack unless you sacrifice a land."),
        creature("wall", ANN, "Defender"),
        creature("brute", ANN, "This creature attacks each combat if able."),
        FOREST,
        TOLL,
        players=(ANN, BOB, CAT),
        mana={ANN: "{1}"},
    ).game()
    game.begin_combat()
    return game


WRONG: dict[str, Callable[[Game], object]] = {
    "508.1a": lambda game: game.declare_attackers({"forest": BOB}),
    "508.1b": lambda game: game.declare_attackers({"bear": ANN}),
    "508.1c": lambda game: game.declare_attackers({"wall": BOB}),
    "508.1d": lambda game: game.declare_attackers({"bear": CAT}),
    "508.1e": lambda game: game.declare_attackers({"brute": CAT, "bear": CAT}, bands=[("brute", "bear")]),
    "508.1g": lambda game: game.declare_attackers({"brute": CAT}, optional_costs={"brute": "exert"}),
    "508.1j": lambda game: game.declare_attackers({"brute": CAT, "ox": BOB}, pay=False),
}


@pytest.mark.parametrize("rule", WRONG)
def test_the_log_is_as_it_was_to_the_byte_and_the_journal_is_longer(rule: str) -> None:
    game = table()
    log, board, entries = log_of(game), game.board, len(list(game.journal.entries(game.log.stream)))
    with pytest.raises(IllegalDeclaration) as illegal:
        WRONG[rule](game)
    assert illegal.value.ruling.rule == rule
    assert log_of(game) == log
    assert game.board == board == Game.open(game.journal, game.log.stream).board
    assert len(list(game.journal.entries(game.log.stream))) > entries
    game.journal.verify()


@pytest.mark.parametrize("rule", WRONG)
def test_the_way_out_is_a_legal_declaration(rule: str) -> None:
    game = table()
    with pytest.raises(IllegalDeclaration) as illegal:
        WRONG[rule](game)
    way_out = illegal.value.ruling.instead
    assert way_out is not None
    assert game.declare_attackers({attacker: str(target) for attacker, target in way_out.items()}).verdict == "legal"


@pytest.mark.parametrize("rule", WRONG)
def test_what_was_tried_can_be_read_with_its_ruling(rule: str) -> None:
    game = table()
    with pytest.raises(IllegalDeclaration) as illegal:
        WRONG[rule](game)
    (taken_back,) = game.rewound
    assert taken_back.ruling == illegal.value.ruling
    assert taken_back.events[0][1].type == "AttackersDeclared"
    assert [judged.ruling for judged in game.rulings] == [illegal.value.ruling]


def test_versions_are_never_given_twice() -> None:
    game = table()
    with pytest.raises(IllegalDeclaration):
        game.declare_attackers({"wall": BOB})
    game.declare_attackers({"brute": CAT})
    versions = [entry.version for entry in game.journal.entries(game.log.stream)]
    assert versions == list(range(1, len(versions) + 1))


def test_judging_appends_nothing() -> None:
    game = table()
    entries = list(game.journal.entries(game.log.stream))
    assert game.judge_attackers({"wall": BOB}).rule == "508.1c"
    assert game.judge_attackers({"brute": CAT}).verdict == "legal"
    assert list(game.journal.entries(game.log.stream)) == entries


def test_a_payment_that_is_declined_later_takes_the_whole_declaration_back() -> None:
    game = table()
    log = log_of(game)
    game.declare_attackers({"brute": BOB}, pay=None)
    assert log_of(game) != log
    with pytest.raises(IllegalDeclaration, match=r"508\.1j"):
        game.pay(False)
    assert log_of(game) == log
    assert not game.board.permanents["brute"].tapped


def test_the_state_is_that_of_the_log_when_a_second_declaration_is_taken_back_to_the_beginning_of_combat() -> None:
    game = given(creature("wall", ANN, "Defender"), creature("brute", ANN), TOLL, mana={ANN: "{1}"}).game()
    with pytest.raises(IllegalDeclaration):
        game.declare_attackers({"wall": BOB})
    game.declare_attackers({"brute": BOB}, pay=None)
    with pytest.raises(IllegalDeclaration):
        game.pay(False)
    assert game.state == fold(game.log.events())


def test_a_payment_that_is_declined_after_a_crash_takes_it_back_as_well() -> None:
    game = table()
    log = log_of(game)
    game.declare_attackers({"brute": BOB}, pay=None)
    again = Game.open(game.journal, game.log.stream)
    with pytest.raises(IllegalDeclaration, match=r"508\.1j"):
        again.pay(False)
    assert log_of(again) == log


def test_payments_are_cancelled() -> None:
    outcome = (
        given(
            creature("bear", ANN, "This creature can't attack unless you pay 2 life."),
            creature("ox", ANN, "This creature can't attack unless you sacrifice a land."),
            FOREST,
            TOLL,
            mana={ANN: "{1}"},
        )
        .when(attack(bear=BOB, ox=BOB))
        .then(illegal("508.1j"), attacking(), tapped())
    )
    board = outcome.game.board
    assert (board.life[ANN], board.mana[ANN], "forest" in board.permanents) == (20, "{1}", True)


def test_no_abilities_trigger_as_a_result_of_an_undone_action() -> None:
    text = "Whenever this creature becomes tapped, you gain 1 life.\nWhenever this creature attacks, you gain 1 life."
    given(creature("bear", ANN, text), TOLL).when(attack(bear=BOB, step={"pay": False})).then(illegal("508.1j"), triggers())


def test_the_player_may_try_again_or_do_something_else() -> None:
    board = given(BEAR, creature("wall", ANN, "Defender"))
    board.when(illegally(attack(wall=BOB)), illegally(attack(bear=ANN)), attack(bear=BOB)).then(legal, attacking(bear=BOB))
    board.when(illegally(attack(wall=BOB)), attack()).then(legal, attacking())
    board.when(illegally(attack(wall=BOB)), {"combat": "again"}, attack(bear=BOB)).then(legal)


# --- mana abilities -----------------------------------------------------------------------------------------------------------


def activated(source: str, **how: Any) -> dict[str, Any]:
    return {"source": source, "adds": "{G}", **how}


def declined(*abilities: dict[str, Any]) -> Any:
    lands = [land(name, ANN) for name in ("forest", "swamp", "spring")]
    return given(BEAR, TOLL, *lands).when(attack(bear=BOB, step={"mana_abilities": list(abilities), "pay": False}))


def test_a_mana_ability_is_taken_back() -> None:
    declined(activated("forest")).then(illegal("508.1j"), tapped())


def test_a_mana_ability_that_its_player_keeps_stays() -> None:
    declined(activated("forest", keep=True), activated("swamp")).then(illegal("508.1j"), tapped("forest"))


@pytest.mark.parametrize("did", ["to library", "from library", "shuffled", "revealed"])
def test_a_mana_ability_that_moved_shuffled_or_revealed_cards_of_a_library_stays(did: str) -> None:
    declined(activated("forest", did=[did]), activated("swamp")).then(illegal("508.1j"), tapped("forest"))


def test_a_mana_ability_that_moved_a_card_from_a_library_to_the_stack_only_is_taken_back() -> None:
    declined(activated("forest", did=["from library to the stack"])).then(illegal("508.1j"), tapped())


def test_a_mana_ability_whose_mana_paid_for_one_that_stays_stays() -> None:
    declined(activated("swamp", spent_on="forest"), activated("forest", did=["shuffled"])).then(tapped("forest", "swamp"))


def test_a_mana_ability_whose_mana_paid_for_one_that_is_taken_back_is_taken_back() -> None:
    declined(activated("swamp", spent_on="forest"), activated("forest")).then(tapped())


def test_mana_that_paid_for_mana_that_paid_for_what_stays_stays() -> None:
    declined(activated("spring", spent_on="swamp"), activated("swamp", spent_on="forest"), activated("forest", keep=True)).then(
        tapped("forest", "swamp", "spring")
    )


def test_what_stays_stands_in_the_log_again_and_nothing_else() -> None:
    game = given(BEAR, TOLL, FOREST).game()
    log = [event for _, event in log_of(game)]
    outcome = (
        given(BEAR, TOLL, FOREST)
        .when(attack(bear=BOB, step={"mana_abilities": [activated("forest", keep=True)], "pay": False}))
        .then(illegal("508.1j"))
    )
    after = [event for _, event in log_of(outcome.game)]
    assert after[: len(log)] == log
    assert [event.type for _, event in outcome.game.log.events()][len(log) :] == ["ManaAbilityActivated", "PermanentTapped"]


def test_a_source_whose_ability_stayed_is_tapped_at_the_next_attempt() -> None:
    abilities = [activated("forest", keep=True)]
    given(BEAR, TOLL, FOREST).when(
        illegally(attack(bear=BOB, step={"mana_abilities": abilities, "pay": False})),
        attack(bear=BOB, step={"mana_abilities": abilities}),
    ).then(illegal("508.1i", "forest is tapped"))


# --- the ruling, in three editions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        (BEFORE_BATTLES, "728.1"),
        (WITH_ORDERS, "730.1"),
        (WITHOUT_ORDERS, "731.1"),
        ("2026-01-16", "732.1"),
        ("2026-04-17", "733.1"),
    ],
)
def test_the_rule_on_illegal_actions_moves_from_edition_to_edition(rules: str, number: str) -> None:
    assert given(BEAR, rules=rules).game().edition.number("illegal_action") == number


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_ruling_states_concept_number_reason_and_a_way_out(rules: str) -> None:
    outcome = (
        given(creature("wall", ANN, "Defender"), BEAR, rules=rules)
        .when(attack(wall=BOB, bear=BOB))
        .then(illegal("508.1c", "wall can't attack", "defender"), a_legal_way_out)
    )
    ruling = outcome.game.rewound[0].ruling
    assert ruling is not None
    assert (ruling.action, ruling.player, ruling.verdict) == ("attack", ANN, "illegal")
    assert (ruling.concept, ruling.rule) == ("attack.restrictions", "508.1c")
    assert [(violation.concept, violation.rule) for violation in ruling.violations] == [("attack.restrictions", "508.1c")]
    assert ruling.instead == {"bear": BOB}


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("target", "rule"), [("sage", None), ("own", "508.1b"), (ANN, "508.1b")], ids=["theirs", "one's own", "oneself"]
)
def test_the_same_case_is_ruled_alike_where_the_editions_say_the_same(rules: str, target: str, rule: str | None) -> None:
    given(BEAR, planeswalker("sage", BOB), planeswalker("own", ANN), rules=rules).when(attack(bear=target)).then(
        illegal(rule) if rule else legal
    )


@pytest.mark.parametrize(
    ("rules", "verdict"), [(BEFORE_BATTLES, illegal("508.1b")), (WITH_ORDERS, legal), (WITHOUT_ORDERS, legal)]
)
def test_and_differently_where_they_differ(rules: str, verdict: Any) -> None:
    given(BEAR, battle("siege", BOB, BOB), rules=rules).when(attack(bear="siege")).then(verdict)
