"""502.1, 502.3: in the untap step permanents phase out and in, then all that may untap does so at once."""

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, enchantment, given, illegal, legal, permanent, refused, tapped

DOWN = {"tapped": True}


def test_a_stun_counter_is_removed_instead_of_untapping() -> None:
    board = given(creature("bear", ANN, tapped=True, counters={"stun": 2}))
    board.when({"turn": ANN}).then(tapped("bear"))
    board.when({"turn": ANN}, {"turn": ANN}).then(tapped("bear"))
    game = board.when({"turn": ANN}, {"turn": ANN}, {"turn": ANN}).then(tapped()).game
    assert game.board.permanents["bear"].counters == {"stun": 0}


def test_what_has_phasing_phases_out_and_in_again() -> None:
    board = given(creature("drake", ANN, "Phasing"), creature("bear", ANN))
    board.when({"turn": BOB}, {"turn": ANN}, attack(drake=BOB)).then(illegal("508.1a", "drake"))
    board.when({"turn": ANN}, {"turn": ANN}, attack(drake=BOB)).then(legal)


def test_an_aura_with_phasing_on_what_phases_out_phases_out_with_it() -> None:
    aura = permanent("aura", ANN, "Enchant creature\nPhasing", types=("Enchantment",), subtypes=("Aura",), attached_to="drake")
    game = given(creature("drake", ANN, "Phasing"), aura).when({"turn": ANN}).outcome().game
    assert [id for id, each in game.board.permanents.items() if each.phased_out] == ["drake", "aura"]
    game.begin_turn(ANN)
    assert not any(each.phased_out for each in game.board.permanents.values())


def test_permanents_may_untap_during_other_players_untap_steps() -> None:
    muse = creature("muse", ANN, "Untap all permanents you control during each other player's untap step.")
    board = given(muse, creature("bear", ANN, **DOWN), creature("ox", BOB, **DOWN), creature("elk", CAT, **DOWN))
    players = {**board.case, "players": (ANN, BOB, CAT)}
    board.case.update(players)
    board.when({"turn": BOB}).then(tapped("elk"))
    stunned = given(muse, creature("bear", ANN, **DOWN, counters={"stun": 1}))
    stunned.when({"turn": BOB}).then(tapped("bear"))
    stunned.when({"turn": BOB}, {"turn": BOB}).then(tapped())


ORB = "Players can't untap more than one creature during their untap steps."


def test_who_untaps_under_a_limit_is_the_player_s_choice_which_has_to_be_stated() -> None:
    board = given(enchantment("orb", BOB, ORB), creature("bear", ANN, **DOWN), creature("ox", ANN, **DOWN), active=BOB)
    board.when({"turn": ANN}).then(refused("invalid-input", "untaps", "bear, ox", "Ann chooses"))
    board.when({"turn": ANN, "untaps": ["ox"]}).then(tapped("bear"))
    board.when({"turn": ANN, "untaps": ["ox"]}, attack(ox=BOB)).then(legal)
    board.when({"turn": ANN, "untaps": ["ox", "bear"]}).then(refused("invalid-input", "no more than 1"))


def test_a_limit_that_isnt_reached_leaves_no_choice() -> None:
    board = given(enchantment("orb", BOB, ORB), creature("bear", ANN, **DOWN), creature("ox", ANN), active=BOB)
    board.when({"turn": ANN}).then(tapped())
    board.when({"turn": ANN, "untaps": ["bear"]}).then(refused("invalid-input", "there are none"))


def test_a_player_may_leave_a_permanent_tapped_that_says_so() -> None:
    squid = creature("squid", ANN, "You may choose not to untap this creature during your untap step.", **DOWN)
    board = given(squid, active=BOB)
    board.when({"turn": ANN}).then(refused("invalid-input", "squid"))
    board.when({"turn": ANN, "untaps": []}).then(tapped("squid"))
    board.when({"turn": ANN, "untaps": ["squid"]}).then(tapped())


@pytest.mark.parametrize(("owner", "untaps"), [(ANN, False), (BOB, True)])
def test_an_exerted_creature_stays_tapped_in_the_untap_step_of_the_player_who_exerted_it(owner: str, untaps: bool) -> None:
    bear = creature("bear", ANN, "You may exert this creature as it attacks.")
    exerted = attack(bear=BOB, step={"optional_costs": {"bear": "exert"}})
    stolen = {"changes": {"id": "bear", "controller": owner}}
    given(bear).when(exerted, stolen, {"turn": owner}).then(tapped() if untaps else tapped("bear"))


def test_exertion_is_over_after_that_player_s_untap_step_whoever_controls_the_creature() -> None:
    bear = creature("bear", ANN, "You may exert this creature as it attacks.")
    exerted = attack(bear=BOB, step={"optional_costs": {"bear": "exert"}})
    steps = (
        exerted,
        {"changes": {"id": "bear", "controller": BOB}},
        {"turn": ANN},
        {"changes": {"id": "bear", "controller": ANN}},
    )
    given(bear).when(*steps, {"turn": ANN}).then(tapped())


def test_all_untap_at_once() -> None:
    """What keeps creatures tapped while it is tapped doesn't see itself untap."""
    warden = creature(
        "warden",
        ANN,
        "As long as this creature is tapped, other creatures you control don't untap during your untap step.",
        **DOWN,
    )
    given(warden, creature("bear", ANN, **DOWN), creature("ox", BOB), active=BOB).when({"turn": ANN}).then(tapped("bear"))
    given(creature("bear", ANN), creature("ox", BOB)).when(attack(bear=BOB), block(ox="bear")).then(legal)
