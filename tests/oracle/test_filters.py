"""Noun phrases."""

import pytest
from declarant.events import abilities as a
from declarant.events.abilities import (
    THIS,
    AllOf,
    AnyOf,
    AttacksWhat,
    CantAttack,
    CantBlock,
    CharacteristicOf,
    ColorCount,
    Compares,
    ControlledBy,
    CountersOn,
    CountOf,
    EnchantedBy,
    Exists,
    Filter,
    HasColor,
    HasCounter,
    HasKeyword,
    HasType,
    IsDesignated,
    IsInState,
    IsNamed,
    IsUnstated,
    Not,
    OwnedBy,
    Players,
    PlayerTotal,
    SharesColor,
    SharesCreatureType,
    SharesName,
)
from declarant.events.errors import WordingNotUnderstood
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.cursor import Cursor
from declarant.tools.oracle.descriptors import COLORS, DESIGNATIONS, STATES, descriptor
from declarant.tools.oracle.filters import noun
from declarant.tools.oracle.logic import both
from declarant.tools.oracle.rendering.lines import worded
from declarant.tools.oracle.tokens import tokenize
from oracle.reading import bare, one

YOU = ControlledBy(players=Players(who="you"))
OPPONENTS = ControlledBy(players=Players(who="opponents"))
CREATURE = HasType(type="Creature")
FLYING = HasKeyword(keyword="flying")


def all_of(*parts: Filter) -> AllOf:
    return AllOf(parts=parts)


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("Creatures", CREATURE),
        ("Goblins", HasType(type="Goblin")),
        ("Elves", HasType(type="Elf")),
        ("Goblin creatures", all_of(HasType(type="Goblin"), CREATURE)),
        ("Legendary artifact creatures", all_of(HasType(type="Legendary"), HasType(type="Artifact"), CREATURE)),
        ("Green creatures", all_of(HasColor(color="G"), CREATURE)),
        ("Nonblue creatures", all_of(Not(part=HasColor(color="U")), CREATURE)),
        ("Non-Wall creatures", all_of(Not(part=HasType(type="Wall")), CREATURE)),
        ("Nonartifact, nonblack creatures", all_of(Not(part=HasType(type="Artifact")), Not(part=HasColor(color="B")), CREATURE)),
        ("Multicolored creatures", all_of(ColorCount(minimum=2, maximum=5), CREATURE)),
        ("Black or red creatures", all_of(AnyOf(parts=(HasColor(color="B"), HasColor(color="R"))), CREATURE)),
        ("Untapped creatures", all_of(IsInState(state="untapped"), CREATURE)),
        ("Creature tokens", all_of(CREATURE, IsInState(state="token"))),
        ("Creatures you control", all_of(CREATURE, YOU)),
        ("Other creatures you control", all_of(CREATURE, YOU, Not(part=THIS))),
        ("Creatures your opponents control", all_of(CREATURE, OPPONENTS)),
        ("Creatures you don't control", all_of(CREATURE, ControlledBy(players=Players(who="others")))),
        (
            "Commander creatures you own",
            all_of(IsDesignated(designation="commander"), CREATURE, OwnedBy(players=Players(who="you"))),
        ),
        ("Creatures with flying", all_of(CREATURE, FLYING)),
        ("Creatures with flying or reach", all_of(CREATURE, AnyOf(parts=(FLYING, HasKeyword(keyword="reach"))))),
        ("Creatures without flying", all_of(CREATURE, Not(part=FLYING))),
        ("Creatures with first strike", all_of(CREATURE, HasKeyword(keyword="first strike"))),
        ("Creatures with islandwalk", all_of(CREATURE, HasKeyword(keyword="islandwalk"))),
        ("Creatures with power 2 or less", all_of(CREATURE, Compares(characteristic="power", comparison="<=", than=2))),
        ("Creatures with mana value 3", all_of(CREATURE, Compares(characteristic="mana_value", comparison="=", than=3))),
        (
            "Creatures with toughness greater than their power",
            all_of(
                CREATURE,
                Compares(characteristic="toughness", comparison=">", than=CharacteristicOf(characteristic="power", of="itself")),
            ),
        ),
        (
            "Creatures with power less than this creature's power",
            all_of(
                CREATURE,
                Compares(characteristic="power", comparison="<", than=CharacteristicOf(characteristic="power", of="source")),
            ),
        ),
        (
            "Creatures with power greater than the number of cards in your hand",
            all_of(
                CREATURE,
                Compares(characteristic="power", comparison=">", than=PlayerTotal(what="hand", players=Players(who="you"))),
            ),
        ),
        (
            "Creatures with power less than the number of Islands you control",
            all_of(
                CREATURE,
                Compares(characteristic="power", comparison="<", than=CountOf(filter=all_of(HasType(type="Island"), YOU))),
            ),
        ),
        (
            "Creatures with power less than the number of study counters on this creature",
            all_of(CREATURE, Compares(characteristic="power", comparison="<", than=CountersOn(of="source", counter="study"))),
        ),
        ("Creatures with +1/+1 counters on them", all_of(CREATURE, HasCounter(counter="+1/+1"))),
        ("Creatures with two or more dread counters on them", all_of(CREATURE, HasCounter(counter="dread", minimum=2))),
        ("Creatures that are enchanted", all_of(CREATURE, IsInState(state="enchanted"))),
        ("Creatures enchanted by an Aura you control", all_of(CREATURE, EnchantedBy(auras=all_of(HasType(type="Aura"), YOU)))),
        ("Creatures that have a +1/+1 counter on them", all_of(CREATURE, HasCounter(counter="+1/+1"))),
        ("Creatures named Grim Ox", all_of(CREATURE, IsNamed(name="Grim Ox"))),
        ("Creatures other than this creature", all_of(CREATURE, Not(part=THIS))),
        ("Goblins and Orcs you control", all_of(AnyOf(parts=(HasType(type="Goblin"), HasType(type="Orc"))), YOU)),
        (
            "Krakens, Serpents, and Whales you control",
            all_of(AnyOf(parts=(HasType(type="Kraken"), HasType(type="Serpent"), HasType(type="Whale"))), YOU),
        ),
    ],
)
def test_a_noun_phrase_says_which_creatures_are_meant(phrase: str, meant: Filter) -> None:
    assert one(f"{phrase} can't attack.") == CantAttack(creatures=meant)


def test_what_precedes_the_first_of_several_subtypes_is_said_of_each() -> None:
    attacking = IsInState(state="attacking")
    goblins, orcs = all_of(attacking, HasType(type="Goblin")), all_of(attacking, HasType(type="Orc"))
    assert one("Attacking Goblins and Orcs can't block.") == CantBlock(blockers=AnyOf(parts=(goblins, orcs)))


def test_a_comparative_compares_with_the_other_side_of_the_block() -> None:
    stronger = Compares(characteristic="power", comparison=">", than=CharacteristicOf(characteristic="power", of="attacker"))
    assert one("This creature can't be blocked by creatures with greater power.") == CantBlock(
        blockers=all_of(CREATURE, stronger), attackers=THIS
    )


@pytest.mark.parametrize(
    "phrase",
    [
        "Creatures with power X or less",
        "Creatures that don't have a name",
        "Wibbles",
        "Walls and Goblins with flying",
    ],
)
def test_what_is_open_or_unknown_is_declined(phrase: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"{phrase} can't attack.")


@pytest.mark.parametrize("phrase", ["of the chosen type", "of that color", "dealt damage this way"])
def test_what_was_chosen_or_happened_is_kept_in_the_card_s_words(phrase: str) -> None:
    assert one(f"Creatures {phrase} can't attack.") == CantAttack(creatures=all_of(CREATURE, IsUnstated(fact=phrase)))


def test_creatures_share_a_color_a_type_or_a_name_with_another() -> None:
    for words, shares in (
        ("that share a color with enchanted creature", SharesColor(other="host")),
        ("that share a creature type with enchanted creature", SharesCreatureType(other="host")),
        ("with the same name as enchanted creature", SharesName(other="host")),
    ):
        assert one(f"Creatures {words} can't attack.") == CantAttack(creatures=all_of(CREATURE, shares))


def test_a_size_before_the_noun_is_power_and_toughness() -> None:
    size = [Compares(characteristic=each, comparison="=", than=1) for each in ("power", "toughness")]
    assert one("1/1 creatures can't attack.") == CantAttack(creatures=all_of(*size, CREATURE))


def test_what_follows_creatures_is_not_said_of_the_creatures_named_before_them() -> None:
    assert one("This creature can't be blocked except by artifact creatures and/or creatures with reach.") == CantBlock(
        blockers=Not(
            part=AnyOf(
                parts=(all_of(HasType(type="Artifact"), CREATURE), all_of(CREATURE, HasKeyword(keyword="reach"))),
            )
        ),
        attackers=THIS,
    )


ADJECTIVES = [*STATES.keys() - {"token"}, *DESIGNATIONS, *COLORS, "legendary", "snow", "nontoken", "nonartifact", "non-Goblin"]


def _parts(phrase: str) -> set[Filter]:
    c = Cursor(tokenize(phrase))
    found = noun(c)
    assert c.ended
    assert isinstance(found, AllOf)
    return set(found.parts)


@pytest.mark.parametrize("adjective", sorted({*ADJECTIVES} - {"commander"}))
@pytest.mark.parametrize("listed", ["green or white", "attacking or blocking", "enchanted, equipped, and modified"])
def test_an_adjective_says_the_same_before_a_list_and_after_it(listed: str, adjective: str) -> None:
    plain = _parts(f"{listed} creatures")
    said = descriptor(Cursor(tokenize(adjective)))
    assert _parts(f"{adjective} {listed} creatures") == _parts(f"{listed} {adjective} creatures") == plain | {said}


@pytest.mark.parametrize("listed", ["white or legendary tapped", "tapped or red nontoken"])
def test_an_adjective_after_a_mixed_list_is_declined(listed: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"This creature can't be blocked by {listed} creatures.")


@pytest.mark.parametrize("attacked", ["your opponents and/or planeswalkers they control", "a player or planeswalker"])
def test_creatures_that_attack_one_of_several_are_described(attacked: str) -> None:
    (ability,) = read_permanent(f"Whenever you attack, creatures attacking {attacked} get +2/+0 until end of turn.")
    described = [part for part in parts_of(ability) if isinstance(part, AttacksWhat)]
    assert [(each.targets.players, each.targets.planeswalkers) for each in described] == [(described[0].targets.players,) * 2]


FLIES, TRAMPLES = a.HasKeyword(keyword="flying"), a.HasKeyword(keyword="trample")
WEAK = a.Compares(characteristic="power", comparison="<=", than=2)
TAPPED, ATTACKING = a.IsInState(state="tapped"), a.IsInState(state="attacking")


@pytest.mark.parametrize(
    ("described", "parts"),
    [
        ("a creature with flying and power 2 or less", (FLIES, WEAK)),
        ("a creature with flying and trample", (FLIES, TRAMPLES)),
        ("creatures with flying, trample, and power 2 or less", (FLIES, TRAMPLES, WEAK)),
        ("a creature that's tapped and attacking", (TAPPED, ATTACKING)),
        ("a tapped and attacking creature", (TAPPED, ATTACKING)),
        ("a creature with flying or trample", (a.AnyOf(parts=(FLIES, TRAMPLES)),)),
        ("a tapped or attacking creature", (a.AnyOf(parts=(TAPPED, ATTACKING)),)),
        ("nonwhite and nonblue creatures", (Not(part=HasColor(color="W")), Not(part=HasColor(color="U")))),
        ("creatures that are white and blue", (HasColor(color="W"), HasColor(color="U"))),
        ("tapped and attacking creatures", (a.AnyOf(parts=(TAPPED, ATTACKING)),)),
    ],
)
def test_what_and_joins_is_said_of_one(described: str, parts: tuple[a.Filter, ...]) -> None:
    (read,) = read_permanent(f"This creature can't be blocked except by {described}.")
    assert isinstance(read, a.CantBlock) and isinstance(read.blockers, a.Not) and isinstance(read.blockers.part, a.AllOf)
    assert set(read.blockers.part.parts) == {a.HasType(type="Creature"), *parts}


@pytest.mark.parametrize(
    "described",
    [
        "creatures without flying and trample",
        "creatures with flying or trample and haste",
        "creatures that aren't tapped and white",
        "each white and blue creature",
        "an attacking and blocking creature",
    ],
)
def test_and_that_says_neither_is_declined(described: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"This creature can't block {described}.")


OWN, THIS_TOUGHNESS = (CharacteristicOf(characteristic="toughness", of=role) for role in ("itself", "source"))


@pytest.mark.parametrize(
    ("said", "compared"),
    [
        ("This creature can't be blocked by creatures with power greater than its toughness.", THIS_TOUGHNESS),
        ("This creature can't be blocked by creatures with power greater than their toughness.", OWN),
        ("This creature can't block creatures with power greater than its toughness.", THIS_TOUGHNESS),
        (
            "Enchanted creature can't block creatures with power greater than its toughness.",
            THIS_TOUGHNESS.model_copy(update={"of": "host"}),
        ),
        ("Whenever this creature attacks, destroy all creatures with power greater than its toughness.", THIS_TOUGHNESS),
        ("Each creature with power greater than its toughness can't block.", OWN),
        ("Whenever a creature with power greater than its toughness blocks, draw a card.", OWN),
    ],
)
def test_its_size_is_that_of_one_and_their_size_that_of_each(said: str, compared: CharacteristicOf) -> None:
    (read,) = read_permanent(said)
    assert [part.than for part in parts_of(read) if isinstance(part, Compares)][:1] == [compared]


def test_whose_size_is_compared_is_asked_where_it_may_be_another_ones() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent("Whenever this creature blocks a creature with power greater than its toughness, draw a card.")
    (read,) = read_permanent("Whenever this creature attacks, destroy target creature with power greater than its toughness.")
    assert not any(isinstance(part, Compares) for part in parts_of(read))


JOINED = [("Goblin", "Elf"), ("creature", "artifact"), ("Goblin", "artifact"), ("artifact creature", "land")]
OR_A = {
    "condition": "This creature can't attack unless you control {}.",
    "what it is": "This creature can't block as long as it's {}.",
    "event": "Whenever {} attacks, draw a card.",
    "owned": "Whenever {} you control dies, draw a card.",
    "sacrifice": "Whenever this creature attacks, sacrifice {}.",
    "cost": "This creature can't attack unless you sacrifice {}.",
}


@pytest.mark.parametrize("place", OR_A)
@pytest.mark.parametrize(("first", "second"), JOINED)
def test_what_stands_before_a_noun_isnt_said_of_one_that_has_an_article_of_its_own(place: str, first: str, second: str) -> None:
    """Read as either of both, and said in words that are read so again."""
    for adjective in sorted({*ADJECTIVES} - {"commander"})[::3]:
        words = f"a{'n' * (adjective[0] in 'aeiou')} {adjective} {first}", f"a{'n' * (second[0] in 'aeiouE')} {second}"
        said = OR_A[place].format(" or ".join(words))
        described, plain = (noun(Cursor(tokenize(each.split(" ", 1)[1]))) for each in words)
        (ability,) = read_permanent(said)
        assert any(isinstance(part, AnyOf) and part.parts == (described, plain) for part in parts_of(ability)), said
        if (in_words := worded(ability)) != said:
            assert [bare(each) for each in read_permanent(in_words)] == [bare(ability)], in_words


@pytest.mark.parametrize(("first", "second"), JOINED)
@pytest.mark.parametrize("place", sorted(OR_A.keys() - {"what it is", "cost"}))
def test_another_or_a_may_be_this_one(place: str, first: str, second: str) -> None:
    said = OR_A[place].format(f"another {first} or a {second}")
    (ability,) = read_permanent(said)
    described, plain = (noun(Cursor(tokenize(each))) for each in (first, second))
    assert described is not None
    meant = {(both(described, Not(part=THIS)), plain)}
    assert any(isinstance(part, AnyOf) and part.parts in meant for part in parts_of(ability)), said


@pytest.mark.parametrize("many", ["three or more", "exactly three", "two"])
def test_a_number_is_of_those_that_it_stands_before(many: str) -> None:
    (ability,) = read_permanent(f"This creature can't attack unless you control {many} Goblins or an Elf.")
    numbers = {(part.filter.parts[0], part.minimum) for part in parts_of(ability) if isinstance(part, Exists)}  # type: ignore[union-attr]
    assert numbers == {(HasType(type="Goblin"), 2 if many == "two" else 3), (HasType(type="Elf"), 1)}


@pytest.mark.parametrize("one", ["a", "another", "target"])
@pytest.mark.parametrize(("first", "second"), JOINED)
def test_one_of_two_kinds_is_both_at_once_or_none(one: str, first: str, second: str) -> None:
    """ "Target artifact and creature" is never either of them, as "each artifact and creature" are."""
    for place in (
        "Whenever this creature attacks, exile {}.",
        "Whenever this creature attacks, sacrifice {}.",
        OR_A["condition"],
    ):
        try:
            (ability,) = read_permanent(place.format(f"{one} {first} and {second}"))
        except WordingNotUnderstood:
            continue
        assert not any(isinstance(part, AnyOf) for part in parts_of(ability)), place
    (each,) = read_permanent(f"Whenever this creature attacks, tap each {first} and {second}.")
    assert any(isinstance(part, AnyOf) for part in parts_of(each))
