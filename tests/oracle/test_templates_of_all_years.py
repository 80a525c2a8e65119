"""Old and new templates, and words in other orders, are read alike; parts of sentences are read in any combination."""

from itertools import product

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent, read_sentence
from declarant.tools.oracle.rendering.lines import same
from oracle.reading import effects, one, permanent

CREATURE = a.HasType(type="Creature")
YOU, OPPONENTS, ANY, CHOSEN = (a.Players.model_validate({"who": who}) for who in ("you", "opponents", "any", "chosen"))
DEFENDING = a.Players(who="defending")
THEIR_PERMANENTS = {"planeswalkers": ANY, "battles": ANY, "permanents": a.ControlledBy(players=CHOSEN)}
MINE = a.AllOf(parts=(CREATURE, a.ControlledBy(players=YOU)))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("This creature is unblockable.", "This creature can't be blocked."),
        ("This creature may not attack.", "This creature can't attack."),
        ("This creature can not block.", "This creature can't block."),
        ("Attacking does not cause this creature to tap.", "Attacking doesn't cause this creature to tap."),
        ("Whenever this creature comes into play or attacks, draw.", "Whenever this creature enters or attacks, draw."),
        ("Whenever this creature attacks and is not blocked, draw.", "Whenever this creature attacks and isn't blocked, draw."),
        ("Whenever this creature enters, attacks, or blocks, draw.", "Whenever this creature attacks or blocks, draw."),
        ("When this creature enters and whenever it attacks, draw.", "Whenever this creature attacks, draw."),
        ("Whenever this creature attacks and whenever you scry, draw.", "Whenever this creature attacks, draw."),
        ("Whenever ~ attacks a player or a planeswalker, draw.", "Whenever ~ attacks a planeswalker or player, draw."),
        ("As long as ~'s power is 3 or greater, it can't block.", "~ can't block as long as its power is 3 or greater."),
        ("Creatures can't attack you or battles you protect.", "Creatures can't attack battles you protect or you."),
    ],
)  # fmt: skip
def test_these_say_the_same(older: str, newer: str) -> None:
    assert [same(each) for each in read_permanent(older)] == [same(each) for each in read_permanent(newer)]


def greatest(among: a.Filter, characteristic: str = "power") -> a.Compares:
    than = a.Extremum.model_validate({"filter": among, "characteristic": characteristic})
    return a.Compares(characteristic=than.characteristic, comparison=">=", than=than)


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("Creatures with odd power", a.IsOddOrEven(characteristic="power", odd=True)),
        ("Creatures with even mana values", a.IsOddOrEven(characteristic="mana_value", odd=False)),
        ("Each creature with the greatest mana value", greatest(CREATURE, "mana_value")),
        ("Creatures that don't share a color with enchanted creature", a.Not(part=a.SharesColor(other="host"))),
        ("Creatures that attacked this turn", a.IsInState(state="attacked this turn")),
        ("Creatures with no abilities", a.Not(part=a.HasAbilities())),
    ],
)
def test_descriptions_of_creatures(phrase: str, meant: a.Filter) -> None:
    assert one(f"{phrase} can't attack.") == a.CantAttack(creatures=a.AllOf(parts=(CREATURE, meant)))


def test_the_greatest_is_among_those_described_before() -> None:
    greatest_of_mine = a.CantAttack(creatures=a.AllOf(parts=(*MINE.parts, greatest(MINE))))
    assert one("Creatures you control with the greatest power can't attack.") == greatest_of_mine
    assert one("Creatures with the greatest power among creatures you control can't attack.") == greatest_of_mine


def test_what_follows_the_last_of_two_nouns_isnt_said_of_a_kind_within_it() -> None:
    fliers = a.AllOf(parts=(CREATURE, a.HasKeyword(keyword="flying")))
    meant = a.AnyOf(parts=(a.HasType(type="Wall"), fliers))
    assert one("This creature can't be blocked except by Walls and/or creatures with flying.") == a.CantBlock(
        blockers=a.Not(part=meant), attackers=a.THIS
    )


def test_what_follows_is_said_of_both_where_it_says_whose() -> None:
    both = a.AnyOf(parts=(a.HasType(type="Artifact"), CREATURE))
    (granted,) = effects("Target artifact or creature you control gains flying until end of turn.")
    assert isinstance(granted, a.Grants)
    assert granted.permanents == a.IsTarget(permanents=a.AllOf(parts=(both, a.ControlledBy(players=YOU))))


def test_if_after_an_instruction_asks_once() -> None:
    (granted,) = effects("Target creature gains flying until end of turn if you control an artifact.")
    assert granted.condition is None


def test_it_is_the_enchanted_creature_that_another_player_controls() -> None:
    (found,) = permanent("As long as another player controls enchanted creature, it can't attack.")
    assert isinstance(found, a.CantAttack)
    assert found.creatures == a.Is(role="host")


def test_one_and_another_creature_are_both_meant() -> None:
    zombies = a.AllOf(parts=(a.HasType(type="Zombie"), a.ControlledBy(players=YOU)))
    (granted,) = effects("Whenever equipped creature dies, it and Zombies you control gain haste until end of turn.")
    assert isinstance(granted, a.Grants)
    assert granted.permanents == a.AnyOf(parts=(a.Is(role="subject"), zombies))


@pytest.mark.parametrize(
    ("condition", "meant"),
    [
        ("you control three or more creatures with different powers", (a.DifferentPowers(filter=MINE), 3)),
        ("there are four or more basic land types among lands you control", (a.BasicLandTypes(players=YOU), 4)),
    ],
)
def test_conditions_that_count(condition: str, meant: tuple[a.Quantity, int]) -> None:
    holds = a.QuantityCompares(quantity=meant[0], comparison=">=", than=meant[1])
    assert one(f"This creature can't block as long as {condition}.") == a.CantBlock(blockers=a.THIS, condition=holds)


def swamp_of(players: a.Players) -> a.Exists:
    return a.Exists(filter=a.AllOf(parts=(a.HasType(type="Swamp"), a.ControlledBy(players=players))))


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("a planeswalker", a.Targets(planeswalkers=ANY)),
        ("a battle or player", a.Targets(players=ANY, battles=ANY)),
        ("the chosen player or permanents they control", a.Targets(players=CHOSEN, **THEIR_PERMANENTS)),
        ("a player who controls a Swamp", a.Targets(players=a.Players(who="any", where=swamp_of(DEFENDING)))),
        ("the monarch", a.Targets(players=a.Players(who="monarch"))),
    ],
)  # fmt: skip
def test_what_is_attacked(phrase: str, meant: a.Targets) -> None:
    assert one(f"This creature can't attack {phrase}.") == a.CantAttack(creatures=a.THIS, targets=meant)
    assert permanent(f"Whenever this creature attacks {phrase}, draw.") == [
        a.Triggered(events=(a.Attacks(creatures=a.THIS, targets=meant),))
    ]


@pytest.mark.parametrize(
    ("sentence", "later"),
    [
        ("Target creature can't attack during its controller's next turn.", "during its controller's next turn"),
        ("During that player's next turn, creatures can't attack.", "during that player's next turn"),
        ("This turn and next turn, creatures can't attack.", "this turn and next turn"),
        ("Target creature can't attack until your next upkeep.", "until your next upkeep"),
    ],
)
def test_a_later_turn_is_kept_in_the_card_s_words(sentence: str, later: str) -> None:
    (found,) = effects(sentence)
    assert found.condition == a.Unstated(fact=later)


def test_a_goaded_creature_is_goaded_for_longer_than_something_else_lasts() -> None:
    reading = read_sentence("Untap ~, goad it, and it can't be sacrificed this turn.")
    assert (reading.effects[0].kind, reading.duration) == ("designates", "your next turn")


def test_a_legendary_creature_goes_by_parts_of_its_name() -> None:
    for short in ("Captain Brakka", "Captain Orm", "Captain"):
        found = read_permanent(f"Whenever {short} attacks, draw.", name="Captain Orm T. Brakka", types=["Legendary"])
        assert [each.kind for each in found] == ["triggered"]


def test_a_wolf_named_wolf_isnt_every_wolf() -> None:
    wolf = a.HasType(type="Wolf")
    (found,) = permanent("Wolf can't block as long as you control another Wolf.", name="Wolf")
    another = a.Exists(filter=a.AllOf(parts=(wolf, a.Not(part=a.THIS), a.ControlledBy(players=YOU))))
    assert found == a.CantBlock(blockers=a.THIS, condition=another)


def test_a_name_in_a_sentence_without_its_card_is_the_card_s() -> None:
    named, itself = (read_sentence(f"Whenever {who} attacks, draw.").abilities for who in ("Old Vessa", "~"))
    assert [same(each) for each in named] == [same(each) for each in itself]
    with pytest.raises(WordingNotUnderstood):
        read_permanent("Whenever Old Vessa attacks, draw.", name="Grim Ox")


def test_it_after_what_isnt_stated_of_this_permanent_is_this_permanent() -> None:
    (found,) = permanent("As long as Grim Ox hasn't dealt damage yet, it can't be blocked.", name="Grim Ox")
    assert found == a.CantBlock(attackers=a.THIS, condition=a.Unstated(fact="~ hasn't dealt damage yet"))


def test_nobody_is_paired_where_no_board_states_it() -> None:
    (found,) = permanent("As long as Grim Ox is paired with another creature, both creatures have menace.", name="Grim Ox")
    assert isinstance(found, a.Grants)
    assert found.permanents == a.AnyOf(parts=(a.THIS, a.IsDesignated(designation="paired")))


def test_protection_from_spells_keeps_nothing_from_blocking() -> None:
    assert one("Protection from spells that are one or more colors") == a.KeywordAbility(
        keyword="protection", quality=a.AnyOf(parts=())
    )


def test_the_name_of_a_partner_may_hold_a_keyword() -> None:
    assert permanent("Partner with Old Mentor") == []


SUBJECTS = (
    "This creature",
    "Enchanted creature",
    "Other Goblins you control",
    "Creatures with power 2 or less",
    "Each creature that's tapped",
)
PREDICATES = (
    "can't block", "can't attack you or planeswalkers you control", "can't be blocked by Walls", "attacks each combat if able",
    "must be blocked if able", "can't attack unless its controller pays {1}", "has flying and menace", "loses flying",
    "can block an additional creature each combat", "can't be blocked except by two or more creatures", "is goaded",
    "can attack as though it didn't have defender",
)  # fmt: skip
CONDITIONS = ("", " as long as you control an artifact", " as long as it's your turn", " unless you have no cards in hand")


@pytest.mark.parametrize(("subject", "predicate"), list(product(SUBJECTS, PREDICATES)))
def test_every_subject_goes_with_every_predicate_and_condition(subject: str, predicate: str) -> None:
    plural = subject.split()[0] in ("Other", "Creatures")
    for before, after in (
        ("attacks", "attack"),
        ("has", "have"),
        ("loses", "lose"),
        ("is ", "are "),
        ("its", "their"),
        ("it ", "they "),
    ):
        predicate = predicate.replace(before, after) if plural else predicate
    for condition in CONDITIONS:
        found = read_permanent(f"{subject} {predicate}{condition}.")
        assert len(found) == 1
        assert (found[0].condition is None) == (condition == "")


DURATIONS = ("until end of turn", "this turn", "until your next turn", "this combat")
AFFECTED = ("Target creature", "Up to two target Elves", "It", "Creatures you control")


@pytest.mark.parametrize(("subject", "duration"), list(product(AFFECTED, DURATIONS)))
def test_every_duration_goes_with_every_predicate_of_an_effect(subject: str, duration: str) -> None:
    for predicate in ("can't block", "can't be blocked", "gains flying", "can't attack you"):
        reading = read_sentence(f"{subject} {predicate} {duration}.")
        expected = {"this turn": "end of turn", "this combat": "end of combat"}.get(duration, duration.removeprefix("until "))
        assert (reading.kind, len(reading.effects), reading.duration) == ("understood", 1, expected)
