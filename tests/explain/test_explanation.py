"""`game.explain_attackers` and `game.explain_blockers`: every restriction and requirement, all that is wrong, costs."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.events.errors import IllegalDeclaration, Undecided
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import ENCODING
from declarant.events.ruling import Ruling, Wrong
from declarant.handlers.game import Game
from declarant.handlers.legality.explanation import Explanation
from declarant.handlers.legality.impossible import ImpossibleRequirement
from declarant.handlers.procedure.commands import Enlist
from jsonschema import Draft202012Validator
from legality.boards import creature as with_abilities
from referee import ANN, BOB, CAT, creature, effect, enchantment, given

MUST_BLOCK = "This creature blocks each combat if able."
MUST_ATTACK = "This creature attacks each combat if able."
TAX = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."


def defended(*battlefield: dict[str, Any], attackers: tuple[str, ...] = ("brute",), **more: Any) -> Game:
    """A board on which Ann has attacked Bob."""
    game = given(*battlefield, **more).game()
    game.declare_attackers(dict.fromkeys(attackers, BOB))
    return game


def test_restrictions_are_stated_with_their_source_and_whether_they_are_obeyed() -> None:
    game = defended(
        creature("brute", ANN, "Menace"), creature("bat", ANN, "Flying"), creature("elf", BOB), attackers=("brute", "bat")
    )
    explanation = game.explain_blockers({"elf": ["bat"]})
    assert [(each.source, each.obeyed) for each in explanation.restrictions] == [("bat", False), ("brute", True)]
    assert explanation.restrictions[0].disobeyed == ("elf can't block bat",)


def test_requirements_are_stated_with_their_source_and_whether_they_are_obeyed() -> None:
    game = defended(creature("brute", ANN), creature("squire", BOB, MUST_BLOCK), creature("page", BOB, MUST_BLOCK))
    explanation = game.explain_blockers({"page": ["brute"]})
    assert [(each.source, each.obeyed) for each in explanation.requirements] == [("squire", False), ("page", True)]
    assert (explanation.obeyed, explanation.most.obeyed, explanation.most.bound) == (1, 2, 2)
    assert explanation.most.declaration == {"squire": ("brute",), "page": ("brute",)}


def test_a_legal_declaration_has_nothing_wrong_and_no_nearest_one() -> None:
    explanation = defended(creature("brute", ANN), creature("elf", BOB)).explain_blockers({"elf": ["brute"]})
    assert explanation.ruling.verdict == "legal"
    assert explanation.ruling.wrong == Wrong(0)
    assert explanation.violations == ()
    assert explanation.nearest is None


def test_all_that_is_wrong_is_reported_at_once_and_the_first_step_decides() -> None:
    game = defended(
        creature("brute", ANN, "Menace"),
        creature("sentry", BOB),
        creature("squire", BOB, MUST_BLOCK),
        creature("sleeper", BOB, tapped=True),
    )
    explanation = game.explain_blockers({"sentry": ["brute"], "sleeper": ["brute"]})
    assert explanation.ruling.rule == "509.1a"
    assert explanation.ruling.wrong == Wrong.CHOICE | Wrong.RESTRICTIONS | Wrong.REQUIREMENTS
    assert list(dict.fromkeys(violation.rule for violation in explanation.violations)) == ["509.1a", "509.1b", "509.1c"]
    assert explanation.judged == {"sentry": ("brute",)}
    assert explanation.nearest is not None
    assert [(c.creature, c.was, c.becomes) for c in explanation.nearest.changes] == [
        ("squire", (), ("brute",)),
        ("sleeper", ("brute",), ()),
    ]
    assert len(explanation.nearest.gains) == 1


def test_bands_optional_costs_and_payment_are_wrong_together() -> None:
    game = given(creature("bear", ANN), creature("ox", ANN), enchantment("moat", BOB, TAX), mana={ANN: "{1}"}).game()
    explanation = game.explain_attackers(
        {"bear": BOB, "ox": BOB}, bands=[["bear", "ox"]], optional_costs={"bear": "exert", "ox": Enlist("bear")}
    )
    assert explanation.ruling.wrong == Wrong.BANDS | Wrong.OPTIONAL_COSTS | Wrong.PAYMENT
    assert explanation.ruling.concept == "attack.bands"
    assert explanation.costs.total == "{4}"
    assert explanation.nearest is not None
    assert explanation.nearest.declaration == {}


def test_a_band_alone_is_no_matter_of_who_attacks() -> None:
    game = given(creature("bear", ANN), creature("ox", ANN)).game()
    explanation = game.explain_attackers({"bear": BOB, "ox": BOB}, bands=[["bear", "ox"]])
    assert explanation.ruling.wrong == Wrong.BANDS
    assert explanation.nearest is None


def test_a_target_that_nobody_can_attack_is_changed_or_left_out() -> None:
    explanation = given(creature("bear", ANN, MUST_ATTACK)).game().explain_attackers({"bear": ANN, "ghost": BOB})
    assert explanation.ruling.wrong == Wrong.CHOICE | Wrong.TARGETS | Wrong.REQUIREMENTS
    assert explanation.nearest is not None
    assert explanation.nearest.declaration == {"bear": BOB}
    assert [change.creature for change in explanation.nearest.changes] == ["bear", "ghost"]


def test_when_it_is_not_the_time_nothing_else_is_said_to_be_wrong() -> None:
    game = defended(creature("brute", ANN), creature("elf", BOB))
    attack, block = game.explain_attackers({"elf": ANN}), given(creature("elf", BOB)).game().explain_blockers({"elf": ["x"]})
    for explanation in (attack, block):
        assert explanation.ruling.wrong == Wrong.MOMENT
        assert explanation.nearest is None


def test_a_player_who_is_not_attacked_has_no_nearest_declaration() -> None:
    game = given(creature("bear", ANN), creature("owl", CAT), players=(ANN, BOB, CAT)).game()
    game.declare_attackers({"bear": BOB})
    explanation = game.explain_blockers({"owl": ["bear"]}, by=CAT)
    assert explanation.ruling.verdict == "illegal"
    assert explanation.nearest is None


def test_the_comparison_is_with_declarations_at_no_other_cost() -> None:
    game = given(
        creature("raider", ANN, MUST_ATTACK), creature("bear", ANN), enchantment("moat", BOB, TAX), mana={ANN: "{9}"}
    ).game()
    stays = game.explain_attackers({"bear": BOB})
    assert stays.ruling.verdict == "legal"
    assert [(cost.source, cost.creature) for cost in stays.costs.incurred] == [("moat", "bear")]
    assert [(cost.source, cost.creature) for cost in stays.costs.not_required] == [("moat", "raider")]
    assert (stays.costs.total, stays.most.obeyed, stays.costs.if_required) == ("{2}", 0, 1)


def test_who_cannot_pay_is_shown_the_nearest_declaration_that_costs_nothing() -> None:
    game = given(creature("bear", ANN), creature("ox", ANN), enchantment("moat", BOB, TAX), mana={ANN: "{1}"}).game()
    explanation = game.explain_attackers({"bear": BOB})
    assert explanation.ruling.wrong == Wrong.PAYMENT
    assert explanation.nearest is not None
    assert explanation.nearest.declaration == {}


def test_goad_with_a_tax_nobody_can_pay_still_has_a_legal_declaration() -> None:
    board = given(
        creature("ogre", ANN),
        enchantment("moat", BOB, TAX),
        effects=({"goad": "ogre", "by": BOB},),
        mana={ANN: "{0}"},
    )
    explanation = board.game().explain_attackers({"ogre": BOB})
    assert explanation.nearest is not None
    assert explanation.nearest.declaration == {}


def too_large_to_count() -> Game:
    game = Game.start((ANN, BOB))
    for number in range(20):
        game.enter(with_abilities(f"b{number}", BOB))
    attackers = {f"a{number}": a.BlockerCount(attackers=a.THIS, minimum=number + 2) for number in range(12)}
    for attacker, ability in attackers.items():
        game.enter(with_abilities(attacker, ANN, ability))
    game.declare_attackers(dict.fromkeys(attackers, BOB))
    return game


def test_on_a_board_too_large_to_count_the_nearest_is_found_where_few_changes_are_enough() -> None:
    game = too_large_to_count()
    with pytest.raises(Undecided):
        game.legal_blocks.count()
    nearest = game.explain_blockers({"b0": ["a0"]}).nearest
    assert nearest is not None
    assert nearest.fewest
    assert nearest.declaration == {}


def test_on_a_board_too_large_to_count_it_is_legal_but_not_said_to_be_the_nearest_where_many_are_needed() -> None:
    game = too_large_to_count()
    nearest = game.explain_blockers({f"b{number}": [f"a{number % 10 + 2}"] for number in range(20)}).nearest
    assert nearest is not None
    assert not nearest.fewest
    assert game.judge_blockers(nearest.declaration).verdict == "legal"  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "comparison"), [("2005-03-01", "counted"), ("2001-01-01", "local, undeclared creatures")])
def test_earlier_editions_say_how_they_compare(rules: str, comparison: str) -> None:
    game = given(creature("bear", ANN, MUST_ATTACK), rules=rules).game()
    explanation = game.explain_attackers({})
    assert explanation.comparison == comparison
    assert explanation.ruling.wrong == Wrong.REQUIREMENTS
    assert explanation.nearest is not None
    assert explanation.nearest.declaration == {"bear": BOB}


def test_explaining_appends_nothing() -> None:
    game = defended(creature("brute", ANN, "Menace"), creature("elf", BOB))
    before = game.log.version
    game.explain_blockers({"elf": ["brute"]})
    assert game.log.version == before


def test_an_explanation_reads_back_from_its_json_and_fits_its_schema() -> None:
    game = given(
        creature("raider", ANN, MUST_ATTACK), enchantment("moat", BOB, TAX), effects=(effect(BOB, "Creatures can't block."),)
    ).game()
    explanation = game.explain_attackers({"raider": BOB})
    written = explanation.model_dump(mode="json")
    Draft202012Validator(Explanation.model_json_schema(mode="serialization")).validate(written)
    assert Explanation.model_validate_json(explanation.model_dump_json()) == explanation


def test_a_ruling_keeps_all_that_is_wrong_in_the_journal() -> None:
    game = defended(creature("brute", ANN, "Menace"), creature("elf", BOB), creature("squire", BOB, MUST_BLOCK))
    with pytest.raises(IllegalDeclaration) as illegal:
        game.declare_blockers({"elf": ["brute"]})
    assert illegal.value.ruling.wrong == Wrong.RESTRICTIONS | Wrong.REQUIREMENTS
    (kept,) = Game.open(game.journal, "case").rewound
    assert kept.ruling is not None
    assert kept.ruling.wrong == Wrong.RESTRICTIONS | Wrong.REQUIREMENTS


def test_a_ruling_from_before_flags_were_written_reads_as_one_that_names_none() -> None:
    tag, schema, body = ENCODING.encode(Cut(to=3, ruling=Ruling(action="block", player=BOB, verdict="illegal")))
    before = ENCODING.decode(tag, schema, body.replace(',"wrong":[]', ""))
    assert isinstance(before, Cut) and before.ruling is not None
    assert before.ruling.wrong == Wrong(0)


def test_flags_are_written_as_names_and_a_name_that_is_none_is_refused() -> None:
    ruling = Ruling(action="attack", player=ANN, verdict="illegal", wrong=Wrong.CHOICE | Wrong.BANDS)
    assert ruling.model_dump(mode="json")["wrong"] == ["CHOICE", "BANDS"]
    assert Ruling.model_validate_json(ruling.model_dump_json()) == ruling
    with pytest.raises(ValueError, match="NOISE"):
        Ruling.model_validate({"action": "attack", "player": ANN, "verdict": "illegal", "wrong": ["NOISE"]})


def impossible(explanation: Explanation) -> list[tuple[str | None, tuple[str, ...]]]:
    return [(each.source, because(each)) for each in explanation.impossible]


def because(requirement: ImpossibleRequirement) -> tuple[str, ...]:
    return tuple(reason.words for reason in requirement.because)


def test_a_creature_that_cannot_be_chosen_at_all_is_reported_with_its_requirement_and_why() -> None:
    game = given(
        creature("sleeper", ANN, MUST_ATTACK, tapped=True),
        creature("recruit", ANN, MUST_ATTACK, summoning_sick=True),
        creature("bear", ANN, MUST_ATTACK),
        creature("other", BOB, MUST_ATTACK, tapped=True),
    ).game()
    explanation = game.explain_attackers({"bear": BOB})
    assert [each.source for each in explanation.requirements] == ["bear"]
    assert impossible(explanation) == [
        ("sleeper", ("sleeper is tapped",)),
        ("recruit", ("recruit has no haste and hasn't been controlled by Ann continuously since the turn began",)),
    ]
    assert explanation.impossible[0].words == f"sleeper attacks if able (sleeper: {MUST_ATTACK})"
    assert explanation.ruling.verdict == "legal"


def test_a_requirement_that_restrictions_on_pairs_leave_nothing_of_is_stated_with_them() -> None:
    game = defended(
        creature("bat", ANN, "Flying"),
        creature("squire", BOB, MUST_BLOCK),
        creature("page", BOB, tapped=True),
        attackers=("bat",),
    )
    explanation = game.explain_blockers({})
    assert explanation.requirements == ()
    ((source, because),) = impossible(explanation)
    assert source == "squire"
    assert len(because) == 1 and because[0].startswith("squire can't block bat (bat: ")


def test_an_attacker_that_nobody_can_block_though_all_that_are_able_must_is_stated_once() -> None:
    game = defended(
        creature("bat", ANN, "Flying\nAll creatures able to block this creature do so."),
        creature("elf", BOB),
        creature("sleeper", BOB, tapped=True),
        attackers=("bat",),
    )
    (requirement,) = game.explain_blockers({}).impossible
    assert requirement.words.startswith("bat must be blocked by elf, sleeper if able")
    assert because(requirement)[0].startswith("elf can't block bat")
    assert because(requirement)[1] == "sleeper is tapped"


def test_who_must_be_blocked_where_nobody_can_block_is_stated_with_why() -> None:
    game = defended(creature("brute", ANN, "This creature must be blocked if able."), creature("sleeper", BOB, tapped=True))
    assert impossible(game.explain_blockers({})) == [("brute", ("sleeper is tapped",))]


def test_the_goaded_who_cannot_attack_or_nobody_else_are_reported_with_why() -> None:
    board = (creature("ogre", ANN), creature("sleeper", ANN, tapped=True))
    explanation = (
        given(*board, effects=({"goad": "ogre", "by": BOB}, {"goad": "sleeper", "by": BOB})).game().explain_attackers({})
    )
    assert [(each.words.split(" (")[0], because(each)) for each in explanation.impossible] == [
        ("ogre is goaded and attacks a player other than Bob if able", ("there is nothing that it asks to attack",)),
        ("sleeper is goaded and attacks if able", ("sleeper is tapped",)),
    ]


def test_an_impossible_requirement_whose_fact_is_not_stated_is_left_out() -> None:
    text = "As long as you're the monarch, this creature attacks each combat if able."
    explanation = given(creature("sleeper", ANN, text, tapped=True), creature("bear", ANN)).game().explain_attackers({})
    assert (explanation.ruling.verdict, explanation.impossible) == ("legal", ())


def test_a_requirement_that_only_numbers_make_impossible_is_stated_with_the_restrictions_that_do() -> None:
    game = given(creature("loner", ANN, f"{MUST_ATTACK}\nThis creature can't attack alone.")).game()
    explanation = game.explain_attackers({})
    assert explanation.ruling.verdict == "legal"
    assert explanation.requirements == ()
    (requirement,) = explanation.impossible
    assert requirement.words == f"loner attacks if able (loner: {MUST_ATTACK})"
    assert because(requirement) == (
        "loner can't attack without another creature beside it (loner: This creature can't attack alone.)",
    )


def test_only_the_restrictions_that_have_to_be_there_for_it_are_stated() -> None:
    game = given(
        creature("loner", ANN, f"{MUST_ATTACK}\nThis creature can't attack alone."),
        creature("pal", ANN, "This creature can't attack alone."),
        creature("hermit", ANN),
        enchantment("maze", BOB, "No more than one creature can attack each combat."),
    ).game()
    (requirement,) = game.explain_attackers({}).impossible
    assert [why.partition(" (")[2] for why in because(requirement)] == [
        "maze: No more than one creature can attack each combat.)",
        "loner: This creature can't attack alone.)",
    ]


def test_what_only_another_requirement_stands_against_is_not_impossible() -> None:
    game = given(
        creature("wolf", ANN, MUST_ATTACK),
        creature("boar", ANN, MUST_ATTACK),
        enchantment("maze", BOB, "No more than one creature can attack each combat."),
    ).game()
    explanation = game.explain_attackers({"wolf": BOB})
    assert [(each.source, each.obeyed) for each in explanation.requirements] == [("wolf", True), ("boar", False)]
    assert explanation.impossible == ()


def test_of_a_player_who_has_to_attack_with_more_than_can_it_is_stated_who_can() -> None:
    game = given(
        creature("wolf", ANN),
        creature("sleeper", ANN, tapped=True),
        enchantment("horn", ANN, "You must attack with two or more creatures each combat if able."),
    ).game()
    explanation = game.explain_attackers({})
    assert (explanation.ruling.verdict, explanation.requirements) == ("legal", ())
    (requirement,) = explanation.impossible
    assert requirement.words.startswith("Ann attacks with 2 or more creatures if able (horn: ")
    assert because(requirement) == ("only wolf can", "sleeper is tapped")


def test_of_a_creature_that_has_to_be_blocked_by_more_than_can_be_it_is_stated_who_can() -> None:
    game = defended(
        creature("ox", ANN, "This creature must be blocked by two or more creatures if able."),
        creature("elf", BOB),
        attackers=("ox",),
    )
    (requirement,) = game.explain_blockers({}).impossible
    assert (requirement.source, because(requirement)) == ("ox", ("only elf can",))
