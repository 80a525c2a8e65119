"""Best play by playing out every line: against the search on boards that it knows, and on those that have no other way."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from best_play import minimax
from best_play.positions import case as case_of
from declarant import Game, permanent
from declarant.events import abilities as a
from declarant.events.errors import InvalidInput, NotModelled, Undecided
from declarant.handlers.best_play import playing_out
from declarant.handlers.best_play.play import power_and_toughness
from declarant.handlers.best_play.playing_out import UNKNOWN, PlayingOut, best_by_playing
from declarant.handlers.budget import Budget
from declarant.handlers.legality.verification import NotProved
from declarant.handlers.procedure.commands import DeclareAttackers
from declarant.handlers.resolution.registry import INSTRUCTIONS, never
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import BestPlay, best
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from typer.testing import CliRunner

pytest.importorskip("highspy")


def creature(id: str, controller: str, power: int, toughness: int, text: str = "", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "controller": controller,
        "types": ["Creature"],
        "power": power,
        "toughness": toughness,
        "text": text,
        **more,
    }


JACE = {"id": "jace", "controller": "Bob", "types": ["Planeswalker"], "loyalty": 3}
A_ATTACKS = ({"attack": {"a": "Bob"}},)


def case(*battlefield: dict[str, Any], steps: tuple[dict[str, Any], ...] = (), **more: Any) -> Case:
    return Case.model_validate({"id": "board", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": steps, **more})


def proved(case: Case) -> BestPlay:
    """The best play, whose line is legal and whose certificate is accepted; a better value isn't."""
    report, found = best(case, worth="flat")
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
    certificates.verify(case, certificate)
    if report.value is not None:
        with pytest.raises(NotProved):
            certificates.verify(case, {**certificate, "value": report.value + 1})
    given = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
    judged = judge(Case.model_validate({**given, "steps": [*given["steps"], *json.loads(json.dumps(report.line))]}))
    assert judged.error is None and {step.verdict for step in judged.steps} <= {"legal", None}, judged
    return report


@pytest.mark.parametrize("era", ["free", "ordered"])
def test_it_is_what_the_search_finds(era: Any) -> None:
    random = Random(f"playing out {era}")
    for number in range(15):
        board = minimax.draw(random, era, most=2)
        given = Case.model_validate(case_of(board, f"drawn-{number}"))
        report, _ = best(given, worth="flat")
        played = best_by_playing(list(moments(given))[-1].game, "Bob", "block", power_and_toughness)
        assert (played.value, played.wins) == (report.value, False), board
        assert played.value is None or played.equally_good == report.equally_good, board


def test_an_ability_that_triggers_is_carried_out() -> None:
    report = proved(case(creature("a", "Ann", 2, 2, "Bushido 1"), *pair(2, 2), steps=A_ATTACKS))
    assert (report.value, report.declaration) == (0, {"c": ("a",), "d": ("a",)})
    text = "Whenever this creature becomes blocked, it gets +2/+2 until end of turn."
    report = proved(case(creature("a", "Ann", 2, 2, text), creature("c", "Bob", 2, 2), steps=A_ATTACKS))
    assert (report.value, report.declaration) == (-2, {})


def test_the_line_is_said_in_words(tmp_path: Path) -> None:
    text = "Whenever this creature attacks, target creature can't block this turn."
    given = case(creature("a", "Ann", 3, 3, text), creature("c", "Bob", 1, 4), creature("d", "Bob", 0, 1, "Reach"))
    (tmp_path / "case.json").write_text(given.model_dump_json(by_alias=True, exclude_unset=True))
    printed = CliRunner().invoke(app, ["best", str(tmp_path / "case.json"), "--attack"]).stdout
    assert "resolves  a → c" in printed and "block" in printed and "proved: no attack is worth more" in printed
    text = "Whenever this creature attacks, each opponent sacrifices a creature."
    given = case(
        creature("a", "Ann", 4, 3, f"Banding\nEnlist\n{text}"),
        creature("b", "Ann", 2, 2),
        *(creature(id, "Bob", 1, 4, "Defender") for id in "cd"),
        creature("e", "Ann", 3, 1, "This creature can't attack."),
    )
    (tmp_path / "case.json").write_text(given.model_dump_json(by_alias=True, exclude_unset=True))
    printed = CliRunner().invoke(app, ["best", str(tmp_path / "case.json"), "--attack"]).stdout
    assert "a: enlist e" in printed and "in this order" in printed and "a: c sacrificed" in printed


def pair(power: int, toughness: int) -> tuple[dict[str, Any], dict[str, Any]]:
    return creature("c", "Bob", power, toughness), creature("d", "Bob", power, toughness)


def test_life_that_a_death_costs_may_win() -> None:
    text = "When this creature dies, you lose 3 life."
    report = proved(case(creature("a", "Ann", 3, 3, text), creature("c", "Bob", 3, 4), steps=A_ATTACKS, life={"Ann": 3}))
    assert (report.value, report.wins, report.declaration) == (None, True, {"c": ("a",)})


def test_a_planeswalker_is_attacked_and_defended_for_its_loyalty() -> None:
    creatures = creature("a", "Ann", 3, 3), creature("b", "Ann", 1, 1)
    attack = {"attack": {"a": "jace", "b": "Bob"}}
    assert proved(case(*creatures, creature("c", "Bob", 0, 5), JACE, steps=(attack,))).declaration == {"c": ("a",)}
    assert proved(case(*creatures, JACE)).value == 4


def test_a_battle_is_attacked_by_its_controller_and_defended_by_its_protector() -> None:
    siege = {"id": "siege", "controller": "Ann", "types": ["Battle"], "subtypes": ["Siege"], "defense": 5, "protector": "Bob"}
    creatures = creature("a", "Ann", 3, 3), creature("c", "Bob", 0, 5)
    report, _ = best(case(*creatures, siege, steps=({"attack": {"a": "siege"}},), life={"Bob": 20}), worth="one")
    assert (report.value, report.declaration) == (0, {"c": ("a",)})
    alone, _ = best(case(creature("a", "Ann", 3, 3), siege, life={"Bob": 20}), worth="one")
    assert (alone.value, alone.unit, alone.declaration) == (18, 4, {"a": "siege"})


def test_a_creature_that_blocks_several_divides_its_damage() -> None:
    several = creature("c", "Bob", 4, 6, "This creature can block an additional creature each combat.")
    steps = ({"attack": {"a": "Bob", "b": "Bob"}},)
    report = proved(case(creature("a", "Ann", 2, 2), creature("b", "Ann", 2, 2), several, steps=steps))
    assert (report.value, report.declaration) == (8, {"c": ("a", "b")})


def test_costs_are_paid_as_far_as_they_can_be() -> None:
    tax = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    propaganda = {"id": "tax", "controller": "Bob", "types": ["Enchantment"], "text": tax}
    board = creature("a", "Ann", 3, 3), creature("b", "Ann", 2, 2), propaganda
    assert proved(case(*board, mana={"Ann": "{2}"})).declaration == {"a": "Bob"}
    assert proved(case(*board, mana={"Ann": "{4}"})).value == 5
    assert proved(case(*board, mana={"Ann": "{1}"})).declaration == {}


def test_requirements_are_compared_as_the_edition_does() -> None:
    lure = creature("a", "Ann", 3, 3, "All creatures able to block this creature do so.")
    report = proved(case(lure, creature("c", "Bob", 1, 1), steps=A_ATTACKS, rules="2003-07-01"))
    assert (report.value, report.declaration) == (-2, {"c": ("a",)})


def test_whoever_controls_an_ability_chooses_its_target_and_what_it_may_do() -> None:
    board = creature("c", "Bob", 1, 4), creature("d", "Bob", 5, 5)
    text = "Whenever this creature attacks, target creature can't block this turn."
    report = proved(case(creature("a", "Ann", 3, 3, text), board[0]))
    assert (report.value, report.line[1]) == (3, {"resolve": 1, "choices": [{"source": "a", "targets": ["c"]}]})
    text = "Whenever this creature attacks, you may gain 2 life."
    assert proved(case(creature("a", "Ann", 3, 3, text), board[0])).value == 2
    drains = creature("a", "Ann", 1, 1, "When this creature dies, you may have target opponent lose 1 life.")
    assert best(case(drains, board[0], steps=A_ATTACKS, life={"Bob": 1}), worth="flat")[0].declaration in ({}, {"c": ("a",)})


def test_what_triggered_before_a_block_resolves_first() -> None:
    text = "Whenever this creature attacks, it gets +2/+2 until end of turn."
    report, _ = best(case(creature("a", "Ann", 2, 2, text), creature("c", "Bob", 3, 3), steps=A_ATTACKS), worth="flat")
    assert (report.value, report.declaration, report.line[0]) == (-4, {}, {"resolve": 1})


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, you may discard a card. If you do, draw a card.",
        "Whenever this creature attacks, target opponent chooses a creature they control. It can't block this turn.",
        "Whenever this creature attacks, tap up to two target creatures with different controllers.",
        "Other creatures you control get +1/+1 for each differently named token among permanents you control.",
        "Soulshift 3",
    ],
)
def test_what_is_not_carried_out_or_asks_for_more_is_declined(text: str) -> None:
    with pytest.raises(NotModelled):
        best(case(creature("a", "Ann", 3, 3, text), creature("b", "Ann", 2, 2), creature("c", "Bob", 3, 4)), worth="flat")


def test_players_order_what_they_put_on_the_stack_at_one_time() -> None:
    text = "{}\nWhenever this creature attacks, you gain life equal to its power."
    grows = "Whenever this creature attacks, it gets +2/+0 until end of turn."
    report = proved(case(creature("a", "Ann", 1, 2, text.format(grows)), creature("c", "Bob", 0, 9)))
    assert (report.value, report.line[1]["in_order"]) == (3, ["a", "a"])


def test_modes_are_chosen_with_their_targets() -> None:
    modes = "• You gain 1 life.\n• Target creature can't block this turn.\n• Each opponent loses 2 life."
    text = f"Whenever this creature attacks, choose one —\n{modes}"
    report = proved(case(creature("a", "Ann", 3, 2, text), creature("c", "Bob", 3, 3)))
    assert (report.value, report.line[1]["choices"]) == (3, [{"source": "a", "targets": ["c"], "modes": [1]}])
    report = proved(case(creature("a", "Ann", 1, 2, text), creature("c", "Bob", 3, 3), life={"Bob": 2}))
    assert report.wins and report.line[1]["choices"] == [{"source": "a", "targets": [], "modes": [2]}]


def test_several_targets_are_chosen_and_damage_is_divided_among_them() -> None:
    text = "Whenever this creature attacks, up to two target creatures can't block this turn."
    report = proved(case(creature("a", "Ann", 2, 2, text), creature("c", "Bob", 3, 3), creature("d", "Bob", 3, 3)))
    assert (report.value, report.line[1]["choices"]) == (2, [{"source": "a", "targets": ["c", "d"]}])
    text = "Whenever this creature attacks, it deals 3 damage divided as you choose among one or two targets."
    report = proved(case(creature("a", "Ann", 2, 2, text), creature("c", "Bob", 1, 1), creature("d", "Bob", 3, 2)))
    assert (report.value, report.line[1]["choices"][0]["division"]) == (9, {"c": 1, "d": 2})


def test_whoever_sacrifices_chooses_what() -> None:
    text = "When this creature dies, target opponent sacrifices a creature."
    board = creature("a", "Ann", 2, 2, text), creature("c", "Bob", 3, 3), creature("d", "Bob", 1, 1)
    report = proved(case(*board, steps=A_ATTACKS))
    assert (report.value, report.declaration) == (2, {"c": ("a",)})
    assert report.line[-1]["choices"] == [{"source": "a", "targets": ["Bob"], "sacrificed": ["d"]}]
    text = "Whenever this creature attacks, you may sacrifice another creature. If you do, it gets +4/+4 until end of turn."
    report = proved(case(creature("a", "Ann", 3, 3, text), creature("b", "Ann", 1, 1), creature("c", "Bob", 3, 4)))
    assert (report.value, report.line[1]["choices"]) == (5, [{"source": "a", "accept": [True], "sacrificed": ["b"]}])


def test_attackers_form_bands_and_blockers_with_banding_let_their_player_divide() -> None:
    report = proved(case(creature("a", "Ann", 2, 2, "Banding"), creature("b", "Ann", 3, 3), creature("c", "Bob", 4, 4)))
    assert (report.value, report.line[0]["bands"]) == (4, [["a", "b"]])
    blockers = creature("c", "Bob", 2, 2, "Banding"), creature("d", "Bob", 3, 3)
    report = proved(case(creature("a", "Ann", 4, 4), *blockers, steps=A_ATTACKS))
    assert (report.value, report.declaration) == (4, {"c": ("a",), "d": ("a",)})


def test_costs_as_creatures_attack_are_chosen() -> None:
    report = proved(case(creature("a", "Ann", 2, 3, "Enlist"), creature("b", "Ann", 3, 1), creature("c", "Bob", 1, 4)))
    assert (report.value, report.line[0]["optional_costs"]) == (5, {"a": [{"enlist": "b"}]})
    helpers = creature("b", "Ann", 3, 1), creature("d", "Ann", 2, 1)
    report = proved(case(creature("a", "Ann", 2, 3, "Enlist\nEnlist"), *helpers, creature("c", "Bob", 1, 7)))
    assert report.line[0]["optional_costs"] == {"a": [{"enlist": "b"}, {"enlist": "d"}]}
    exerted = "You may exert this creature as it attacks. When you do, it gets +1/+3 until end of turn."
    report = proved(case(creature("a", "Ann", 2, 2, exerted), creature("c", "Bob", 3, 3)))
    assert (report.value, report.line[0]["optional_costs"]) == (3, {"a": ["exert"]})


def test_what_is_paid_with_permanents_is_chosen() -> None:
    text = "Creatures can't attack you unless their controller sacrifices a creature for each creature they control that's {}."
    moat = {"id": "moat", "controller": "Bob", "types": ["Enchantment"], "text": text.format("attacking you")}
    report = proved(case(creature("a", "Ann", 5, 3), creature("b", "Ann", 1, 1), creature("c", "Ann", 2, 1), moat))
    assert (report.value, report.declaration, report.line[0]["pay"]) == (3, {"a": "Bob"}, {"sacrifice": ["b"]})


def test_several_opponents_are_all_taken_to_be_against_the_player() -> None:
    three: dict[str, Any] = {"players": ["Ann", "Bob", "Cid"]}
    board = creature("a", "Ann", 3, 3), creature("b", "Ann", 2, 2), creature("c", "Bob", 4, 4), creature("d", "Cid", 1, 1)
    assert proved(case(*board, **three)).declaration == {"a": "Cid", "b": "Cid"}
    attack = {"attack": {"a": "Bob", "b": "Cid"}}
    report = proved(case(*board, steps=(attack,), **three))
    assert (report.player, report.value, report.line[1]) == ("Bob", 6, {"block": {}, "by": "Cid"})


TEXTS = (
    "Whenever this creature attacks, target creature can't block this turn.",
    "Whenever this creature attacks, you may sacrifice another creature. If you do, it gets +2/+2 until end of turn.",
    "Whenever this creature attacks, choose one —\n• You gain 2 life.\n• Target creature gets -1/-1 until end of turn.",
    "When this creature dies, each opponent sacrifices a creature.",
    "Whenever this creature blocks, it gets +0/+2 until end of turn.",
    "When this creature dies, you may have target opponent lose 2 life.",
    "First strike",
    "Banding",
    "",
)


class Plain(PlayingOut):
    """Looks at every line: no choice is left out for others that are better."""

    def after(self, game: Game, move: Any, least: int, most: int, until: int, ordered: frozenset[int] = frozenset()) -> Any:
        """As for `PlayingOut`."""
        return super().after(game, move, UNKNOWN.low, UNKNOWN.high, until, ordered)


def test_what_is_left_out_of_the_lines_makes_no_difference() -> None:
    random = Random(5)
    for _ in range(8):
        mine = [creature(id, "Ann", random.randint(1, 3), random.randint(1, 3), random.choice(TEXTS)) for id in ("a", "b")]
        theirs = [creature("c", "Bob", random.randint(1, 3), random.randint(1, 3), random.choice(TEXTS))]
        board = case(*mine, *theirs, life={"Bob": random.randint(2, 6), "Ann": 5})
        game = next(moments(board)).game
        played = best_by_playing(game, "Ann", "attack", power_and_toughness)
        found = Plain(game, "Ann", power_and_toughness, Budget()).declarations(game, "Ann")
        best_of_all = max(each.low for each in found)
        expected = None if abs(best_of_all) >= playing_out.ENDLESS else best_of_all
        assert all(each.low == each.high for each in found)
        assert (played.value, played.wins, played.proven) == (expected, best_of_all >= playing_out.ENDLESS, True), board


def test_where_there_are_too_many_lines_the_value_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Whenever this creature attacks, target creature can't block this turn."
    board = [creature(f"a{n}", "Ann", n, 2, text * (n == 2)) for n in range(1, 4)]
    board += [creature(f"c{n}", "Bob", n, 3) for n in range(1, 3)]
    known = proved(case(*board)).value
    assert known is not None
    for most in (1, 10, 60, 200):
        monkeypatch.setattr(playing_out, "MOST_LINES", most)
        try:
            report, found = best(case(*board), worth="flat")
        except Undecided:
            assert most == 1
            continue
        low, high = report.bounds
        assert report.proven == (low == high) and low == report.value
        assert (low is None or low <= known) and (high is None or high >= known)
        if report.proven:
            break
        assert report.equally_good is None
        with pytest.raises(InvalidInput, match="proved"):
            certificates.certificate(report, found, "flat")
    else:
        raise AssertionError("more are never enough")
    monkeypatch.undo()
    report, _ = best(case(*board), budget=Budget(steps=4_000), worth="flat")
    assert not report.proven


def test_the_bounds_of_boards_where_triggers_reach_beyond_a_group_hold() -> None:
    random, cut = Random("coupled"), 0
    coupled = (
        "Whenever this creature becomes blocked, target creature gets -1/-1 until end of turn.",
        "Whenever another creature dies, put a +1/+1 counter on this creature.",
        "Whenever this creature attacks, it gets +1/+0 until end of turn for each other attacking creature.",
    )
    for _ in range(8):
        sides = [("Ann", id) for id in ("a0", "a1")] + [("Bob", id) for id in ("b0", "b1")]
        creatures = [(id, player, random.randint(1, 3), random.randint(1, 3), random.choice(coupled)) for player, id in sides]
        board = case(*(creature(*each) for each in creatures), life={"Bob": random.choice([2, 4, 8])})
        known = proved(board)
        value = playing_out.ENDLESS if known.wins else known.value
        for steps in (20, 100, 400):
            with suppress(Undecided):
                report, _ = best(board, worth="flat", budget=Budget(steps))
                low, high = report.bounds
                assert (low is None or low <= value) and (high is None or value <= high), board
                cut += not report.proven
    assert cut > 3


def test_beside_what_wins_or_more_than_can_be_tried_no_other_declaration_is_played_out() -> None:
    for life, spent in ((2, 2), (9, 3)):  # Bob's block and the damage; of the other attacks none
        board = [creature(f"a{n}", "Ann", 2, 2) for n in range(3)]
        (moment,) = moments(case(*board, life={"Bob": life}))
        moment.game.budget = budget = Budget(steps=500)
        declared = DeclareAttackers(attackers={"a0": "Bob"})
        found = best_by_playing(moment.game, "Ann", "attack", power_and_toughness, declared)
        assert (found.declaration, found.proven, found.wins) == ({"a0": "Bob"}, life == 2, life == 2)
        assert budget.steps_left >= 500 - 100 * spent


def test_damage_is_certified_by_playing_it_out() -> None:
    steps = (*A_ATTACKS, {"block": {"c": ["a"], "d": ["a"]}})
    given = case(creature("a", "Ann", 5, 5), creature("c", "Bob", 1, 4), creature("d", "Bob", 1, 1), steps=steps)
    report = proved(given)
    assert (report.action, report.value, report.declaration) == ("damage", 7, {"a": {"c": 4, "d": 1}})


def test_after_the_combat_of_a_turn_no_line_of_play_is_shown() -> None:
    game = Game.start(["Ann", "Bob"], rules="2026-01-16")
    game.enter(permanent("ox", "Ann", types=["Creature"], power=2, toughness=2, text="When ~ dies, you gain 3 life."))
    game.declare_attackers({})
    game.end_combat()
    with pytest.raises(InvalidInput, match="another combat phase"):
        game.best_attack(worth="flat")


FIELDS = {
    "Attaches": "permanents to",
    "Begins": "abilities duration turn_of during",
    "ChangesLife": "players gains loses becomes",
    "BecomesUnblocked": "blockers",
    "CreatesTokens": "number token copy_of players tapped attacking or_planeswalker differs blocking attached_to until",
    "Damages": "source recipients amount excess",
    "DamagesTogether": "parts",
    "Delayed": "when do",
    "Designating": "permanents designation",
    "DoublesCounters": "permanents",
    "OffBoard": "",
    "Fights": "creature other",
    "ForEach": "permanents players times do",
    "GainsControl": "permanents players until as_long_as",
    "GivesCounters": "players counter number",
    "GivesPoison": "players number",
    "If": "condition do otherwise",
    "IfDone": "do then otherwise",
    "May": "by once_each_turn do then otherwise",
    "Moves": "permanents how regenerable until_it_leaves place order",
    "MovesCards": "players what number",
    "MovesCounters": "of on counter number",
    "Pays": "mana life energy by least repeatedly",
    "PhasesOut": "permanents",
    "PutsCounters": "permanents counter number",
    "PutsKindsOfCounters": "permanents of as_many chosen",
    "Reflexive": "does",
    "RemovesCounters": "permanents counter number up_to",
    "RemovesFromCombat": "permanents",
    "Sacrifices": "players permanents number how",
    "Taps": "permanents",
    "Target": "permanents cards divided players opponents minimum maximum number other up_to each_of by random apart",
    "Untaps": "permanents",
}
"""What was looked at for each instruction that is gone through: a field that is new may let somebody choose."""


def test_a_new_field_of_an_instruction_is_looked_at_before_every_choice_is_said_to_be_gone_through():
    kinds = {a.Target, *(kind for kind, carried in INSTRUCTIONS.items() if carried.supported is not never)}
    found = {each.__name__: " ".join(name for name in each.model_fields if name not in ("kind", "text")) for each in kinds}
    assert found == FIELDS
