"""Sentences that were once read as something else than they say: what they say is read, or they are declined."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_effect, read_permanent
from oracle.reading import one
from referee import ANN, BOB, attack, block, creature, damage, effect, enchantment, given, illegal, legal, life, sizes

YOU, OPPONENTS = a.Players(who="you"), a.Players(who="opponents")
CREATURE, HOST = a.HasType(type="Creature"), a.Is(role="host")
YOURS = a.ControlledBy(players=YOU)
COMMANDER = a.IsDesignated(designation="commander")


def declined(text: str) -> bool:
    """Whether the text is declined, or dealing damage where it is in force."""
    try:
        return any(isinstance(each, a.Unread) for each in read_permanent(text))
    except WordingNotUnderstood:
        return True


# --- conditions --------------------------------------------------------------------------------------------------------


def test_a_condition_on_your_commander_is_about_the_commander() -> None:
    grants = one("As long as you control your commander, this creature has flying.")
    assert isinstance(grants, a.Grants)
    assert grants.condition == a.Exists(filter=a.AllOf(parts=(COMMANDER, a.OwnedBy(players=YOU), YOURS)))


def test_other_creatures_are_others_than_the_source_where_the_condition_only_described_somebody() -> None:
    grants = one("As long as you control your commander, other creatures you control have melee.")
    assert isinstance(grants, a.Grants)
    assert grants.permanents == a.AllOf(parts=(CREATURE, YOURS, a.Not(part=a.THIS)))


@pytest.mark.parametrize("size", ["power", "power or toughness"])
def test_a_power_isnt_compared_with_itself(size: str) -> None:
    by = f"This creature can't be blocked by creatures with {size} less than"
    assert one(f"{by} its power.") == one(f"{by} this creature's power.")


@pytest.mark.parametrize(("bear", "ox", "check"), [(True, True, illegal("508.1c")), (True, False, legal), (False, False, legal)])
def test_what_is_asked_of_several_is_asked_of_all_of_them(bear: bool, ox: bool, check: Any) -> None:
    stops = effect(BOB, "As long as [bear] and [ox] are tapped, [cat] can't attack.")
    board = (creature("cat", ANN), creature("bear", BOB, tapped=bear), creature("ox", BOB, tapped=ox))
    given(*board, effects=(stops,)).when(attack(cat=BOB)).then(check)


def test_what_is_not_so_of_several_is_not_distinguished() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_effect("As long as [bear] and [ox] aren't tapped, [cat] can't attack.", ids=("bear", "ox", "cat"), players=(ANN,))


def test_who_is_face_down_is_the_one_of_whom_it_is_said() -> None:
    cant = one("As long as enchanted creature is face down, it can't block.")
    assert cant.condition == a.Matches(role="host", filter=a.IsDesignated(designation="face-down"))
    assert one("As long as this creature is face down, it can't block.").condition == a.HasDesignation(designation="face-down")


# --- who attacks, who pays ------------------------------------------------------------------------------------------------


def test_who_attacks_with_a_creature_is_who_is_named() -> None:
    triggered = one("Whenever an opponent attacks with enchanted creature, draw a card.")
    assert isinstance(triggered, a.Triggered)
    assert triggered.events == (a.PlayerAttacksWith(players=OPPONENTS, creatures=HOST),)


def test_a_limit_of_a_turn_is_not_one_of_each_combat() -> None:
    each_turn = one("Players can't attack with more than one creature each turn.")
    each_combat = one("Players can't attack with more than one creature each combat.")
    assert isinstance(each_turn, a.DeclarationLimit)
    assert isinstance(each_combat, a.DeclarationLimit)
    assert (each_turn.period, each_combat.period) == ("turn", "combat")


@pytest.mark.parametrize(
    "text",
    [
        "Creatures can't attack you unless their controller pays {2} for each red creature they control that's attacking you.",
        "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking a player.",
        "Creatures your opponents control can't attack unless you pay {2}.",
        "This creature can't attack unless defending player pays {2}.",
        "This creature can't be blocked unless you pay {2}.",
    ],
)
def test_a_cost_for_others_or_of_others_is_declined(text: str) -> None:
    assert declined(text)


@pytest.mark.parametrize(
    "text", ["Creatures don't untap during your untap step.", "Enchanted creature doesn't untap during your untap step."]
)
def test_only_your_permanents_untap_during_your_untap_step(text: str) -> None:
    stays = one(text)
    assert isinstance(stays, a.StaysTapped)
    assert isinstance(stays.permanents, a.AllOf)
    assert YOURS in stays.permanents.parts


def test_attacking_in_a_band_is_attacking_who_is_named() -> None:
    triggered = one("Whenever one or more Soldiers attack you in a band, draw a card.")
    assert isinstance(triggered, a.Triggered)
    (event,) = triggered.events
    assert isinstance(event, a.SomeAttack)
    assert (event.banded, event.targets) == (True, a.Targets(players=YOU))


# --- damage -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "If a source would deal damage to you, it deals double that damage to its controller instead.",
        "If an opponent would gain life, you gain twice that much life instead.",
        "If damage would be dealt to this creature, prevent that damage. Remove a +1/+1 counter from target creature.",
        "If damage would be dealt to another creature, prevent that damage. Remove a +1/+1 counter from this creature.",
        "If a source would deal damage to you, prevent half that damage.",
        "If a creature an opponent controls would die, exile it instead. When you do, create a Treasure token.",
        "If this creature would deal combat damage to a creature, prevent that damage and that creature's owner shuffles it into "
        "their library.",
    ],
)
def test_what_happens_instead_is_read_whole_or_declined(text: str) -> None:
    assert declined(text)


def test_damage_to_those_to_whom_it_would_be_dealt_is_doubled() -> None:
    for whom in ("that permanent or player", "that player or permanent"):
        text = f"If a source would deal damage to a permanent or player, it deals double that damage to {whom} instead."
        assert one(text).kind == "changes_damage"
    assert one("If a source would deal damage to you, it deals double that damage to you instead.").kind == "changes_damage"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("You have protection from everything.", 20),
        ("You and creatures you control have protection from red.", 20),
        ("You, planeswalkers you control, and other creatures you control have protection from red.", 20),
        ("You have protection from blue.", 18),
        ("You have hexproof.", 18),
    ],
)
def test_damage_to_a_protected_player_is_prevented(text: str, left: int) -> None:
    board = (creature("bear", ANN, colors=("R",)), enchantment("ward", BOB, text))
    given(*board).when(attack(bear=BOB), block(), damage()).then(legal, life(**{BOB: left}))


def test_what_players_have_besides_is_read_or_declined() -> None:
    assert declined("You have protection from something nobody knows.")


# --- sizes and keywords ------------------------------------------------------------------------------------------------


def test_others_are_counted_for_each_of_those_that_get_something() -> None:
    lord = enchantment("lord", ANN, "Each Skeleton you control gets +X/+0, where X is the number of other Skeletons you control.")
    skeletons = [creature(id, ANN, subtypes=("Skeleton",), power=1, toughness=1) for id in ("one", "two", "three")]
    board = given(*skeletons, lord, stated=False)
    sizes(one="3/1", two="3/1", three="3/1")(board.when().outcome())


@pytest.mark.parametrize(
    ("text", "check"), [("Creatures your opponents control can't have or gain flying.", legal), ("", illegal("509.1b"))]
)
def test_what_cant_have_a_keyword_cant_gain_it_later(text: str, check: Any) -> None:
    """113.11."""
    board = (creature("bear", ANN), creature("elk", BOB), enchantment("archetype", BOB, text))
    flies = effect(ANN, "[bear] gains flying until end of turn.")
    given(*board, effects=(flies,)).when(attack(bear=BOB), block(elk="bear")).then(check)


def test_what_loses_a_keyword_may_gain_it_later() -> None:
    board = (creature("bear", ANN, "Flying"), creature("elk", BOB), enchantment("grounded", BOB, "Creatures lose flying."))
    flies = effect(ANN, "[bear] gains flying until end of turn.")
    given(*board, effects=(flies,)).when(attack(bear=BOB), block(elk="bear")).then(illegal("509.1b"))


# --- what happened before, and how many ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "described"),
    [
        ("attacked this turn", "that attacked this turn"),
        ("hasn't blocked this turn", "that hasn't blocked this turn"),
        ("was blocked this combat", "that was blocked this combat"),
        ("wasn't declared as a blocker this turn", "not declared as a blocker this turn"),
        ("has been exerted this turn", "that has been exerted this turn"),
        ("entered this turn", "that entered this turn"),
    ],
)
def test_what_a_permanent_did_is_the_same_in_a_condition_and_after_a_noun(said: str, described: str) -> None:
    asked = one(f"This creature can't attack if it {said}.").condition
    assert isinstance(asked, a.OnRecord)
    assert isinstance(asked.happened, a.Matches)
    cant = one(f"Creatures {described} can't attack.")
    assert isinstance(cant, a.CantAttack)
    assert isinstance(cant.creatures, a.AllOf)
    state = asked.happened.filter
    assert cant.creatures.parts[1:] == ((a.Not(part=state) if asked.negated else state),)


def instruction(text: str) -> a.Instructions:
    (triggered,) = read_permanent(text)
    assert isinstance(triggered, a.Triggered)
    assert triggered.does is not None
    return triggered.does


@pytest.mark.parametrize(("word", "number"), [("two", 2), ("eight", 8), ("nine", 9), ("twelve", 12)])
def test_as_many_targets_are_chosen_as_are_named(word: str, number: int) -> None:
    (target,) = instruction(f"Whenever this creature attacks, tap {word} target creatures.").targets
    assert (target.minimum, target.maximum) == (number, number)


def test_damage_to_each_creature_and_each_opponent_is_dealt_to_both() -> None:
    (deals,) = instruction("Whenever this creature attacks, it deals 1 damage to each creature and each opponent.").instructions
    assert isinstance(deals, a.Damages)
    assert deals.recipients == a.Recipients(players=OPPONENTS, permanents=CREATURE)


TOLL = "Nonblack creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you."


@pytest.mark.parametrize(
    "before", ["", "Flying\n", "Black creatures can't attack you.\n", f"Black creatures can't attack you.\n{TOLL}\n"]
)
@pytest.mark.parametrize(
    "line",
    [
        TOLL.replace("attacking you", "attacking you gladly"),
        TOLL.replace("pays", "gladly pays"),
        "Creatures can't gladly attack.",
    ],
)
def test_what_isnt_read_is_named_where_it_was_written(before: str, line: str) -> None:
    """Though creatures that pay beside black ones that can't attack are nonblack creatures, which nobody wrote."""
    with pytest.raises(WordingNotUnderstood) as refused:
        read_permanent(before + line)
    at = int(refused.value.where.rpartition(" ")[2])
    assert (before + line)[at:].lower().startswith(refused.value.found.strip("'\"").split(" ")[0].lower())


def test_each_of_those_creatures_is_both_that_are_paired_and_never_the_one_that_was_named() -> None:
    paired = "As long as this creature is paired with another creature, {} first strike."
    both, each = (read_permanent(paired.format(who)) for who in ("both creatures have", "each of those creatures has"))
    assert [found.permanents for found in each if isinstance(found, a.Grants)] == [
        found.permanents for found in both if isinstance(found, a.Grants)
    ]
    with pytest.raises(WordingNotUnderstood):
        read_permanent("As long as this creature is attacking, those creatures have flying.")
