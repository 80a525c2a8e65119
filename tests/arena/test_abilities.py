"""What numbers of abilities stand for, learnt from cards; what isn't known isn't guessed at."""

from __future__ import annotations

import pytest
from arena.logs import ME, OPPONENT, Imported, Log, combat, creature, qualification
from declarant.events import abilities as a
from declarant.events import facts as t
from declarant.tools.arena.abilities import AbilityBook, CardLookup, printed_abilities
from declarant.tools.arena.messages import GameObject
from declarant.tools.cards import CardFace

COWARD = CardFace(
    name="Grim Ox",
    types=("Creature",),
    text="Flying, ward {2} (It costs more.)\nThis creature can't block.\nWhenever this creature attacks, draw a card.",
)
NUMBERS = (8, 50_001, 50_002, 50_003)


def known_as(card: CardFace) -> CardLookup:
    return lambda number: card if number == 70_301 else None


def book(card: CardFace = COWARD) -> AbilityBook:
    return AbilityBook(known_as(card))


def shown(*numbers: int) -> GameObject:
    return GameObject.model_validate(creature(301, ME, *numbers))


def kinds(abilities: tuple[a.Ability, ...]) -> list[str]:
    return [ability.kind for ability in abilities]


def test_abilities_are_counted_as_arena_counts_them() -> None:
    assert printed_abilities(COWARD.text) == [
        "Flying",
        "ward {2}",
        "This creature can't block.",
        "Whenever this creature attacks, draw a card.",
    ]
    assert printed_abilities("Choose one —\n• Draw a card.\n• Scry 1.\nFirst strike") == [
        "Choose one —\n• Draw a card.\n• Scry 1.",
        "First strike",
    ]


def test_the_printed_abilities_come_first_and_granted_ones_after_them() -> None:
    assert kinds(book().abilities(shown(*NUMBERS, 9))) == ["keyword", "not_modelled", "cant_block", "triggered", "keyword"]


def test_an_ability_that_was_lost_is_not_there() -> None:
    known = book()
    known.abilities(shown(*NUMBERS))
    assert kinds(known.abilities(shown(8, 50_003))) == ["keyword", "triggered"]


def test_a_card_that_does_not_fit_its_numbers_teaches_nothing() -> None:
    assert kinds(book().abilities(shown(50_001, 50_002, 50_003, 8))) == ["keyword"]
    assert kinds(book().abilities(shown(8, 50_001))) == ["keyword"]


def test_a_card_that_is_another_face_teaches_nothing() -> None:
    land = CardFace(name="Ox Fields", types=("Land",), text="This creature can't block.")
    assert book(land).abilities(shown(50_002)) == ()


def test_basic_land_types_come_before_what_is_printed() -> None:
    land = CardFace(name="Ox Fields", types=("Creature", "Land"), text="This creature can't block.")
    found = GameObject.model_validate(creature(301, ME, 1001, 1005, 50_002, cardTypes=["CardType_Creature", "CardType_Land"]))
    assert kinds(book(land).abilities(found)) == ["cant_block"]


def test_wording_that_is_not_understood_is_left_to_what_arena_states() -> None:
    odd = CardFace(name="Odd Ox", types=("Creature",), text="This creature can't block unless the moon is full and you say so.")
    assert book(odd).abilities(shown(50_001)) == ()
    log = combat(creature(301, ME, 50_001)).diff(persistentAnnotations=[qualification(9, 31, 301, 301, ability=50_001)])
    assert Imported(log, cards=known_as(odd)).events(t.EffectBegan)


def test_abilities_that_others_gain_or_lose_are_those_that_arena_counts() -> None:
    lord = CardFace(
        name="Ox Lord", types=("Creature",), text="Other creatures you control have flying.\nOther Oxen lose all abilities."
    )
    assert {each.kind for each in book(lord).abilities(shown(50_001, 50_002))} == {"changes_stated_values"}


@pytest.mark.parametrize(
    "text",
    [
        "This creature can't be blocked as long as it's saddled.",
        "This creature can't block if you've cast a spell this turn.",
        "This creature attacks each combat if able unless you're the monarch.",
    ],
)
def test_what_depends_on_more_than_a_log_states_is_left_to_what_arena_states(text: str) -> None:
    assert book(CardFace(name="Odd Ox", types=("Creature",), text=text)).abilities(shown(50_001)) == ()


def test_a_qualification_of_an_ability_that_only_triggered_is_an_effect() -> None:
    log = combat(creature(301, ME, *NUMBERS), theirs=(creature(401, OPPONENT),))
    log.diff(persistentAnnotations=[qualification(9, 31, 301, 401, ability=50_003)])
    assert Imported(log, cards=known_as(COWARD)).events(t.EffectBegan)


def test_every_creature_type_is_changeling() -> None:
    found = GameObject.model_validate(creature(301, ME, subtypes=["SubType_AllCreatureTypes"]))
    assert [ability.keyword for ability in AbilityBook().abilities(found) if isinstance(ability, a.KeywordAbility)] == [
        "changeling"
    ]


@pytest.mark.parametrize(
    ("kind", "ability"),
    [
        (30, a.CantAttack(creatures=a.IsOneOf(ids=("301",)))),
        (31, a.CantBlock(blockers=a.IsOneOf(ids=("301",)))),
        (32, a.CantBlock(attackers=a.IsOneOf(ids=("301",)))),
        (33, a.MustBeBlocked(attackers=a.IsOneOf(ids=("301",)))),
        (34, a.MustAttack(creatures=a.IsOneOf(ids=("301",)))),
        (39, a.BlockerCount(attackers=a.IsOneOf(ids=("301",)), maximum=1)),
        (40, a.BlockerCount(attackers=a.IsOneOf(ids=("301",)), minimum=2)),
    ],
)
def test_a_qualification_says_what_its_type_says(kind: int, ability: a.Ability) -> None:
    [began] = Imported(combat(creature(301, ME)).diff(persistentAnnotations=[qualification(9, kind, 402, 301)])).events(
        t.EffectBegan
    )
    assert isinstance(began, t.EffectBegan)
    assert began.effect.abilities == (ability,)


def test_a_qualification_of_a_player_is_about_the_creatures_of_that_player() -> None:
    [began] = Imported(combat(creature(301, ME)).diff(persistentAnnotations=[qualification(9, 30, 402, ME)])).events(
        t.EffectBegan
    )
    assert isinstance(began, t.EffectBegan)
    mine = a.ControlledBy(players=a.Players(who="named", ids=("player:1",)))
    assert began.effect.abilities == (a.CantAttack(creatures=mine),)


def test_what_one_game_taught_makes_no_difference_to_another() -> None:
    taught = combat(creature(301, ME, *NUMBERS))
    lost = Log(match="other").full(creature(301, ME, 50_002))  # too few to learn from
    alone = Imported(lost, cards=known_as(COWARD)).events(stream="arena/other/1")
    assert Imported(taught, lost, cards=known_as(COWARD)).events(stream="arena/other/1") == alone
