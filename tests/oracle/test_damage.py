"""Wording that concerns combat damage: what is read, what is rendered, and what is kept unread rather than passed over."""

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_effect, read_permanent, read_sentence
from declarant.tools.oracle.rendering.lines import render, render_effect, same
from oracle.reading import bare, effects, one, permanent

YOU, ANY = a.Players(who="you"), a.Players(who="any")
CREATURE = a.HasType(type="Creature")
MINE = a.AllOf(parts=(CREATURE, a.ControlledBy(players=YOU)))
SELF = a.Recipients(permanents=a.THIS)
PLAYER = a.Recipients(players=ANY)
EVERYBODY = a.Recipients(players=ANY, permanents=a.ANYTHING)
X, Y = a.IsOneOf(ids=("x",)), a.IsOneOf(ids=("y",))


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        (
            "This creature assigns combat damage equal to its toughness rather than its power.",
            a.AssignsByToughness(creatures=a.THIS),
        ),
        (
            "Each creature you control assigns combat damage equal to its toughness rather than its power.",
            a.AssignsByToughness(creatures=MINE),
        ),
        (
            "You may have this creature assign its combat damage as though it weren't blocked.",
            a.AssignsAsThoughUnblocked(creatures=a.THIS),
        ),
        (
            "You may assign this creature's combat damage divided as you choose among defending player and/or any number of "
            "creatures they control.",
            a.DividesDamage(creatures=a.THIS),
        ),
        ("This creature assigns no combat damage.", a.AssignsNoDamage(creatures=a.THIS)),
        ("This creature can't deal combat damage.", a.CantDealDamage(sources=a.THIS, combat=True)),
        (
            "If a source you control would deal damage to a permanent or player, it deals double that damage to that permanent "
            "or player instead.",
            a.ChangesDamage(sources=a.ControlledBy(players=YOU), recipients=EVERYBODY, factor=2),
        ),
        (
            "If a red source would deal damage to you, it deals that much damage plus 1 to you instead.",
            a.ChangesDamage(sources=a.HasColor(color="R"), recipients=a.Recipients(players=YOU), more=1),
        ),
        (
            "If a source would deal damage to you, it deals 1 damage to you instead.",
            a.ChangesDamage(recipients=a.Recipients(players=YOU), factor=0, more=1),
        ),
        (
            "If a source would deal damage to you, prevent 1 of that damage.",
            a.PreventsDamage(recipients=a.Recipients(players=YOU), amount=1),
        ),
        ("If damage would be dealt to this creature, prevent that damage.", a.PreventsDamage(recipients=SELF)),
        (
            "Prevent all combat damage that would be dealt to this creature by artifact creatures.",
            a.PreventsDamage(sources=a.AllOf(parts=(a.HasType(type="Artifact"), CREATURE)), recipients=SELF, combat=True),
        ),
        ("Prevent all damage that would be dealt to you.", a.PreventsDamage(recipients=a.Recipients(players=YOU))),
        ("Combat damage can't be prevented.", a.DamageCantBePrevented(combat=True)),
        (
            "If this creature would be put into a graveyard from anywhere, exile it instead.",
            a.LeavesInsteadOfDying(permanents=a.THIS),
        ),
        ("Players can't gain life.", a.CantGainLife(players=ANY)),
        ("If you would gain life, you gain twice that much life instead.", a.ChangesLifeGain(players=YOU, factor=2)),
        ("If this creature would die, exile it instead.", a.LeavesInsteadOfDying(permanents=a.THIS)),
        ("This creature can't be regenerated.", a.CantBeRegenerated(permanents=a.THIS)),
    ],
)
def test_what_a_permanent_says_of_damage_is_read_and_rendered(sentence: str, meant: a.Ability) -> None:
    assert same(one(sentence)) == same(meant)
    assert [same(each) for each in read_permanent(render(meant))] == [same(meant)]


def test_prevention_both_ways_is_two_abilities() -> None:
    assert permanent("Prevent all combat damage that would be dealt to and dealt by this creature.") == [
        a.PreventsDamage(recipients=SELF, combat=True),
        a.PreventsDamage(sources=a.THIS, combat=True),
    ]


def test_a_predicate_about_damage_may_stand_beside_another() -> None:
    found = permanent("Enchanted creature gets +0/+2 and assigns combat damage equal to its toughness rather than its power.")
    assert found == [a.AssignsByToughness(creatures=a.Is(role="host"))]


def test_what_was_indestructible_before_the_keyword_has_it() -> None:
    (granted,) = permanent("This creature is indestructible.")
    assert isinstance(granted, a.Grants) and granted.abilities[0].kind == "keyword"


@pytest.mark.parametrize(
    ("condition", "events"),
    [
        ("this creature deals combat damage to a player", [a.DealsDamage(sources=a.THIS, recipients=PLAYER, combat=True)]),
        (
            "this creature deals combat damage to a player or planeswalker",
            [
                a.DealsDamage(
                    sources=a.THIS,
                    recipients=a.Recipients(players=ANY, permanents=a.HasType(type="Planeswalker")),
                    combat=True,
                )
            ],
        ),
        ("this creature deals damage", [a.DealsDamage(sources=a.THIS)]),
        (
            "a creature deals combat damage to you",
            [a.DealsDamage(sources=CREATURE, recipients=a.Recipients(players=YOU), combat=True)],
        ),
        (
            "one or more creatures you control deal combat damage to a player",
            [a.SomeDealDamage(sources=MINE, recipients=PLAYER, combat=True)],
        ),
        (
            "one or more creatures you control deal combat damage to one or more players",
            [a.SomeDealDamage(sources=MINE, recipients=PLAYER, combat=True, together=True)],
        ),
        ("this creature is dealt damage", [a.IsDealtDamage(recipients=SELF)]),
        ("damage is dealt to this creature", [a.IsDealtDamage(recipients=SELF)]),
        ("you're dealt combat damage", [a.IsDealtDamage(recipients=a.Recipients(players=YOU), combat=True)]),
        ("this creature dies", [a.Dies(permanents=a.THIS)]),
        ("this creature is put into a graveyard from the battlefield", [a.Dies(permanents=a.THIS)]),
        ("one or more creatures you control die", [a.SomeDie(permanents=MINE)]),
        ("this creature leaves the battlefield", [a.Leaves(permanents=a.THIS)]),
        ("you gain life", [a.GainsLife(players=YOU)]),
        ("an opponent loses life", [a.LosesLife(players=a.Players(who="opponents"))]),
        ("you gain or lose life", [a.GainsLife(players=YOU), a.LosesLife(players=YOU)]),
        ("a player loses the game", [a.LosesTheGame(players=ANY)]),
        ("one or more -1/-1 counters are put on this creature", [a.CountersPut(permanents=a.THIS, counter="-1/-1")]),
        ("this creature attacks or dies", [a.Attacks(creatures=a.THIS), a.Dies(permanents=a.THIS)]),
        ("this creature enters or dies", [a.Dies(permanents=a.THIS)]),
    ],
)
def test_what_damage_sets_off_is_read_and_rendered(condition: str, events: list[a.TriggerEvent]) -> None:
    meant = a.Triggered(events=tuple(events))
    line = f"Whenever {condition}, draw a card."
    assert same(one(line)) == same(meant)
    said = read_permanent(line)
    assert [same(each) for each in read_permanent(*map(render, said))] == [same(each) for each in said]


@pytest.mark.parametrize(
    ("line", "turn_of"), [("At end of combat, draw a card.", None), ("At end of combat on your turn, draw a card.", YOU)]
)
def test_the_end_of_combat_sets_off_abilities(line: str, turn_of: a.Players | None) -> None:
    meant = a.Triggered(events=(a.EndOfCombatBegins(turn_of=turn_of),))
    assert one(line) == meant
    said = read_permanent(line)
    assert [same(each) for each in read_permanent(*map(render, said))] == [same(each) for each in said]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Regenerate [x].", a.Regenerates(permanents=X)),
        (
            "Prevent the next 3 damage that would be dealt to [x] this turn.",
            a.PreventsNextDamage(recipients=a.Recipients(permanents=X), amount=3),
        ),
        ("Prevent all combat damage that would be dealt this turn.", a.PreventsDamage(combat=True)),
        ("Prevent all combat damage that would be dealt this turn by [x].", a.PreventsDamage(sources=X, combat=True)),
        (
            "Prevent all combat damage that would be dealt to [Bob] this turn.",
            a.PreventsDamage(recipients=a.Recipients(players=a.Players(who="named", ids=("Bob",))), combat=True),
        ),
        (
            "Prevent all damage that would be dealt to [x] by [y] this turn.",
            a.PreventsDamage(sources=Y, recipients=a.Recipients(permanents=X)),
        ),
        ("Damage can't be prevented this turn.", a.DamageCantBePrevented()),
        ("[x] assigns no combat damage this turn.", a.AssignsNoDamage(creatures=X)),
        (
            "[x] assigns combat damage equal to its toughness rather than its power this turn.",
            a.AssignsByToughness(creatures=X),
        ),
    ],
)
def test_an_effect_is_read_with_its_duration(text: str, meant: a.Ability) -> None:
    (found,), duration, *_ = read_effect(text, ids={"x", "y"}, players={"Ann", "Bob"})
    assert bare(found) == meant
    assert duration == "end of turn"


@pytest.mark.parametrize(
    "sentence",
    [
        "Regenerate target creature.",
        "Prevent all combat damage that would be dealt this turn.",
        "Damage can't be prevented this turn.",
    ],
)
def test_an_instruction_is_rendered_and_read_back(sentence: str) -> None:
    reading = read_sentence(sentence)
    (effect,) = reading.effects
    said = render_effect(effect, reading.duration)
    assert [same(each) for each in read_sentence(said).effects] == [same(effect)]


def test_a_granted_trigger_is_granted() -> None:
    (granted,) = permanent('Equipped creature has "Whenever this creature deals combat damage to a player, draw a card."')
    assert isinstance(granted, a.Grants)
    assert bare(granted.abilities[0]) == a.Triggered(events=(a.DealsDamage(sources=a.THIS, recipients=PLAYER, combat=True),))


@pytest.mark.parametrize(
    "text",
    [
        "All damage that would be dealt to you on Tuesdays is dealt to this creature instead.",
        "Damage that would reduce your life total to less than 1 reduces it to 1 instead.",
        "If you would lose the game, instead your life total becomes 10.",
        "Prevent the next 1 damage that would be dealt to each creature you control this turn.",
    ],
)
def test_what_concerns_damage_and_isnt_understood_is_kept_and_not_passed_over(text: str) -> None:
    assert permanent(text)[-1] == a.Unread() and read_permanent(text)[-1].text == text


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Whenever a creature is dealt excess damage, draw a card.", ("damage",)),
        ("Whenever this creature deals combat damage to a player, if it's Tuesday, draw a card.", ("damage",)),
        ("Whenever you lose life, if it's Tuesday, draw a card.", ("life lost",)),
    ],
)
def test_a_trigger_that_isnt_understood_is_kept_with_what_may_set_it_off(text: str, on: tuple[str, ...]) -> None:
    [found] = read_permanent(text)
    assert isinstance(found, a.NotModelledAbility) and (found.on, found.text) == (on, text)


def test_a_sentence_by_itself_that_states_what_isnt_understood_is_declined() -> None:
    assert read_sentence("All damage that would be dealt to you on Tuesdays is dealt to ~ instead.").kind == "declined"
    assert read_sentence("Whenever a creature is dealt excess damage, draw a card.").kind == "declined"


def test_declarations_go_on_where_only_what_concerns_damage_isnt_understood() -> None:
    found = permanent("This creature can't block and is dealt damage by moonlight only.")
    assert found == [a.CantBlock(blockers=a.THIS), a.Unread()]


@pytest.mark.parametrize(
    "text", ["All damage that would be dealt to [x] on Tuesdays is dealt to [y] instead.", "[x] flies over damage."]
)
def test_an_effect_on_damage_that_isnt_understood_is_refused(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_effect(text, ids={"x", "y"}, players={"Ann"})


def test_an_instruction_that_deals_damage_says_nothing_of_combat() -> None:
    assert read_sentence("It deals 3 damage to any target.").kind == "not about declarations"
    assert read_permanent("Whenever this creature attacks, it deals 1 damage to any target.")[0].kind == "triggered"


@pytest.mark.parametrize(
    ("text", "keyword", "number"),
    [
        ("Toxic 2", "toxic", 2),
        ("Poisonous 1", "poisonous", 1),
        ("Trample over planeswalkers", "trample over planeswalkers", None),
        ("Persist", "persist", None),
        ("Modular—Sunburst", "modular", None),
    ],
)
def test_keywords_that_concern_damage_are_read(text: str, keyword: str, number: int | None) -> None:
    assert one(text) == a.KeywordAbility(keyword=keyword, number=number)


def test_effects_of_instructions_are_brought_about() -> None:
    assert effects("Target creature assigns no combat damage this turn.") == [
        a.AssignsNoDamage(creatures=a.IsTarget(permanents=CREATURE))
    ]


def test_one_and_another_that_die_are_both_meant() -> None:
    (dies,) = one("Whenever this creature or another creature you control dies, draw a card.").events  # type: ignore[union-attr]
    assert dies == a.Dies(permanents=a.AnyOf(parts=(a.THIS, MINE)))
