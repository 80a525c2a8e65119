"""The wording of effects, with ids."""

import pytest
from declarant.events.abilities import (
    ANYTHING,
    Ability,
    AllOf,
    Attacks,
    CantAttack,
    CantBlock,
    ChangesCharacteristics,
    ControlledBy,
    DeclarationLimit,
    Designates,
    Duration,
    Grants,
    HasType,
    IsOneOf,
    KeywordAbility,
    Matches,
    MustAttack,
    MustBeBlocked,
    MustBlock,
    Players,
    Targets,
    Triggered,
)
from declarant.events.errors import InvalidInput, WordingNotUnderstood
from declarant.tools.oracle import read_effect
from oracle.reading import bare

CREATURE = HasType(type="Creature")
BULL = IsOneOf(ids=("bull",))
OX = IsOneOf(ids=("ox",))


def named(*ids: str) -> Players:
    return Players(who="named", ids=ids)


def creatures_of(*ids: str) -> AllOf:
    return AllOf(parts=(CREATURE, ControlledBy(players=named(*ids))))


def read(text: str) -> tuple[list[Ability], Duration]:
    abilities, duration, *_ = read_effect(text, ids={"bull", "ox"}, players={"Ann", "Bob", "Cy"})
    return [bare(each) for each in abilities], duration


@pytest.mark.parametrize(
    ("text", "abilities", "duration"),
    [
        ("[ox] blocks [bull] this turn if able.", [MustBlock(blockers=OX, attackers=BULL, period="turn")], "end of turn"),
        ("[ox] blocks this combat if able.", [MustBlock(blockers=OX)], "end of combat"),
        ("[ox] attacks this turn if able.", [MustAttack(creatures=OX, period="turn")], "end of turn"),
        (
            "All creatures able to block [ox] this turn do so.",
            [MustBlock(blockers=ANYTHING, attackers=OX, period="turn")],
            "end of turn",
        ),
        ("[ox] must be blocked this turn if able.", [MustBeBlocked(attackers=OX)], "end of turn"),
        (
            "Creatures [Ann] controls attack [Bob] this turn if able.",
            [MustAttack(creatures=creatures_of("Ann"), targets=Targets(players=named("Bob")), period="turn")],
            "end of turn",
        ),
        (
            "Creatures [Ann] and [Cy] control attack each combat if able and attack a player other than [Bob] if able.",
            [
                MustAttack(creatures=creatures_of("Ann", "Cy")),
                MustAttack(
                    creatures=creatures_of("Ann", "Cy"), targets=Targets(players=Players(who="except_named", ids=("Bob",)))
                ),
            ],
            "indefinite",
        ),
        (
            "[ox] can't attack [Bob] or planeswalkers [Bob] controls this combat.",
            [CantAttack(creatures=OX, targets=Targets(players=named("Bob"), planeswalkers=named("Bob")))],
            "end of combat",
        ),
        (
            "[ox] can't attack [bull] this turn.",
            [
                CantAttack(
                    creatures=OX, targets=Targets(planeswalkers=Players(who="any"), battles=Players(who="any"), permanents=BULL)
                )
            ],
            "end of turn",
        ),
        (
            "[ox] can't block for as long as [bull] remains on the battlefield.",
            [CantBlock(blockers=OX, condition=Matches(role="[bull]", filter=AllOf()))],
            "indefinite",
        ),
        (
            "[ox] gains flying until end of turn.",
            [Grants(permanents=OX, abilities=(KeywordAbility(keyword="flying"),))],
            "end of turn",
        ),
        ("Until your next turn, [ox] can't block.", [CantBlock(blockers=OX)], "your next turn"),
        ("[ox] is goaded.", [Designates(creatures=OX, designation="goaded")], "indefinite"),
        (
            "No more than one creature can attack each turn.",
            [DeclarationLimit(action="attack", creatures=CREATURE, maximum=1, period="turn")],
            "indefinite",
        ),
        (
            "Whenever a creature attacks this turn, draw a card.",
            [Triggered(events=(Attacks(creatures=CREATURE),))],
            "end of turn",
        ),
        (
            "Until your next turn, whenever a creature attacks you, draw a card.",
            [Triggered(events=(Attacks(creatures=CREATURE, targets=Targets(players=Players(who="you"))),))],
            "your next turn",
        ),
        ("[ox] must be blocked this turn if able.", [MustBeBlocked(attackers=OX)], "end of turn"),
    ],
)
def test_an_effect_is_read(text: str, abilities: list[Ability], duration: Duration) -> None:
    assert read(text) == (abilities, duration)


def test_an_unknown_id_is_invalid_input_and_the_known_ones_are_reported() -> None:
    with pytest.raises(InvalidInput) as refusal:
        read("[cow] can't block this turn.")
    assert (refusal.value.kind, refusal.value.found) == ("invalid-input", "[cow]")
    assert "bull" in refusal.value.allowed


@pytest.mark.parametrize(
    "text",
    [
        "[ox] gets +X/+X until end of turn.",
        "[ox] sings this turn.",
        "Target creature can't block this turn.",
        "[ox] gains protection from the color of your choice until end of turn.",
        "",
    ],
)
def test_what_is_no_stated_effect_on_declarations_is_declined(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read(text)


UNREAD_CHANGES = (
    "gets +X/+X until end of turn, where X is the number of creatures you control",
    "gets +X/+0 until end of turn, where X is its power",
    "gets +1/+1 until end of turn for each creature you control",
    "becomes an X/X Elf until end of turn",
)


@pytest.mark.parametrize("before", ["", "[bull] can't block this turn, and ", "[bull] gains flying until end of turn. "])
@pytest.mark.parametrize("change", UNREAD_CHANGES)
def test_a_change_whose_size_isnt_read_is_declined_at_its_words(before: str, change: str) -> None:
    with pytest.raises(WordingNotUnderstood) as refusal:
        read(f"{before}[ox] {change}.")
    place = int(refusal.value.where.rpartition(" ")[2])
    assert place > len(before)


BECOMES = "[wood] becomes a 3/3 creature until end of turn."


@pytest.mark.parametrize("still", ["It's still a land.", "It's still a land until end of turn.", "It’s still an artifact."])
def test_what_it_still_is_it_stays(still: str) -> None:
    (read,) = read_effect(f"{BECOMES} {still}", ids=["wood"], players=[]).abilities
    assert isinstance(read, ChangesCharacteristics) and read.kept


@pytest.mark.parametrize("before", [BECOMES, "[wood] can't block this turn.", ""])
@pytest.mark.parametrize(
    "still",
    [
        "It's still a land this combat.",
        "It's still a land until your next turn.",
        "It's still an Elf.",
        "It's still.",
        "It's still lands with flying.",
    ],
)
def test_what_else_is_said_to_be_still_so_is_declined(before: str, still: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_effect(f"{before} {still}".strip(), ids=["wood"], players=[])
