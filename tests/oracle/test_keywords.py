"""Keyword lines, and keywords and abilities that are had, gained or lost."""

from pathlib import Path

import pytest
from declarant.events.abilities import (
    THIS,
    AllOf,
    CantBlock,
    ColorCount,
    ControlledBy,
    Filter,
    Grants,
    HasColor,
    HasDesignation,
    HasType,
    Is,
    IsUnstated,
    KeywordAbility,
    MustAttack,
    Not,
    Players,
    Removes,
)
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from oracle.reading import bare, one, permanent

HOST = Is(role="host")


def keywords(text: str) -> list[tuple[str, int | None]]:
    found = read_permanent(text)
    assert all(isinstance(each, KeywordAbility) for each in found)
    return [(each.keyword, each.number) for each in found if isinstance(each, KeywordAbility)]


def test_keywords_are_listed_with_commas_or_semicolons() -> None:
    assert keywords("Flying, first strike; banding") == [("flying", None), ("first strike", None), ("banding", None)]


def test_a_number_belongs_to_its_keyword() -> None:
    assert keywords("Bushido 2\nRampage 3") == [("bushido", 2), ("rampage", 3)]


def test_the_text_of_a_keyword_is_the_keyword_as_printed() -> None:
    assert [each.text for each in read_permanent("menace, bushido 2")] == ["Menace", "Bushido 2"]


@pytest.mark.parametrize("line", ["Equip {2}", "Crew 3", "Ward—Pay 3 life.", "Enchant player", "Cycling {1}{U}", "Kicker {4}"])
def test_keywords_without_bearing_say_nothing(line: str) -> None:
    assert read_permanent(line) == ()


@pytest.mark.parametrize(
    "line", ["Enchant creature you control", "Enchant artifact or creature", "Enchant creature without flying"]
)
def test_what_an_aura_can_enchant_is_said_as_read(line: str) -> None:
    (ability,) = read_permanent(line)
    assert isinstance(ability, KeywordAbility) and render(ability) == line


def test_keywords_without_bearing_may_stand_among_others() -> None:
    assert keywords("Reach, ward {2}, haste") == [("reach", None), ("haste", None)]


@pytest.mark.parametrize(
    ("quality", "meant"),
    [
        ("red", HasColor(color="R")),
        ("artifacts", HasType(type="Artifact")),
        ("Goblins", HasType(type="Goblin")),
        ("everything", AllOf()),
        ("each color", ColorCount(minimum=1, maximum=5)),
        ("multicolored", ColorCount(minimum=2, maximum=5)),
        ("non-Elves", Not(part=HasType(type="Elf"))),
        ("each of your opponents", ControlledBy(players=Players(who="opponents"))),
    ],
)
def test_protection_is_from_a_quality(quality: str, meant: Filter) -> None:
    assert one(f"Protection from {quality}") == KeywordAbility(keyword="protection", quality=meant)


def test_protection_from_two_qualities_is_two_abilities() -> None:
    assert len(read_permanent("Protection from black and from red")) == 2


def test_protection_from_a_choice_is_from_what_no_board_states() -> None:
    chosen = IsUnstated(fact="the chosen color")
    assert one("Protection from the chosen color") == KeywordAbility(keyword="protection", quality=chosen)


@pytest.mark.parametrize(
    ("keyword", "lands"),
    [
        ("islandwalk", HasType(type="Island")),
        ("nonbasic landwalk", AllOf(parts=(HasType(type="Land"), Not(part=HasType(type="Basic"))))),
        ("legendary landwalk", AllOf(parts=(HasType(type="Land"), HasType(type="Legendary")))),
        ("snow swampwalk", AllOf(parts=(HasType(type="Swamp"), HasType(type="Snow")))),
    ],
)
def test_landwalk_says_which_lands(keyword: str, lands: Filter) -> None:
    assert one(keyword.capitalize()) == KeywordAbility(keyword=keyword, quality=lands)


def test_landwalk_may_be_the_last_word() -> None:
    said = "~ can't be blocked by creatures with islandwalk"
    assert one(said) == one(f"{said}.")


def test_bands_with_other_says_with_whom() -> None:
    assert one("Bands with other Goblins") == KeywordAbility(keyword="bands with other", quality=HasType(type="Goblin"))


def test_what_is_had_is_granted() -> None:
    assert one("Enchanted creature gets +2/+1 and has menace.") == Grants(
        permanents=HOST, abilities=(KeywordAbility(keyword="menace"),)
    )


def test_what_is_stated_by_the_board_is_passed_over() -> None:
    assert read_permanent("Creatures you control get +1/+1 for each land you control.\nEquipped creature is a Wall.") == ()


def test_a_quoted_ability_is_read_where_it_is_granted() -> None:
    assert one('Enchanted creature has "This creature can\'t block."') == Grants(
        permanents=HOST, abilities=(CantBlock(blockers=THIS),)
    )


def test_a_quoted_ability_that_names_the_card_granting_it_is_declined() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent('Enchanted creature has "Creatures can\'t block Iron Vow."', name="Iron Vow")


def test_a_permanent_may_become_something_with_an_ability() -> None:
    assert one("As long as this creature is monstrous, it's a 7/7 Dragon creature with flying.") == Grants(
        permanents=THIS, abilities=(KeywordAbility(keyword="flying"),), condition=HasDesignation(designation="monstrous")
    )


def test_abilities_may_each_have_a_condition() -> None:
    found = permanent(
        "This creature has haste as long as it's attacking, reach as long as it's tapped, and shadow as long as it's blocked."
    )
    assert [bare(each).condition.filter.state for each in found] == ["attacking", "tapped", "blocked"]


def test_keywords_or_all_abilities_are_lost() -> None:
    assert one("All creatures lose flying.") == Removes(permanents=HasType(type="Creature"), keywords=("flying",))
    assert permanent("Enchanted creature loses all abilities and attacks each combat if able.") == [
        Removes(permanents=HOST),
        MustAttack(creatures=HOST),
    ]


def test_losing_all_other_abilities_comes_before_what_is_had() -> None:
    assert permanent("Enchanted creature has defender and loses all other abilities.") == [
        Removes(permanents=HOST),
        Grants(permanents=HOST, abilities=(KeywordAbility(keyword="defender"),)),
    ]


def test_every_keyword_with_bearing_is_known(shared: Path) -> None:
    rows = [line.split("\t") for line in (shared / "cards" / "keywords.tsv").read_text("utf-8").splitlines()[1:]]
    relevant = {row[0] for row in rows if row[5] == "yes"} - {"landwalk", "protection", "ninjutsu", "sneak"}
    numbered = {"bushido", "rampage", "annihilator", "afflict", "mobilize", "firebending"}
    for keyword in sorted(relevant):
        line = f"{keyword} 2" if keyword in numbered else keyword
        assert [name for name, _ in keywords(line.capitalize())] == [keyword]
