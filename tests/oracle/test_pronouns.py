"""What "it", "that creature" and "those creatures" mean: what agrees in number, kind and place; else the text is declined."""

from itertools import product

import pytest
from declarant.events import abilities as a
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent

GROUPS = (
    "Whenever this creature becomes blocked by one or more creatures, ",
    "Whenever this creature blocks two or more creatures, ",
    "Whenever you attack with one or more Goblins, ",
    "Whenever one or more creatures you control deal combat damage to a player, ",
)
ONE = (
    "this creature gets +2/+0 until end of turn",
    "untap target creature",
    "put a +1/+1 counter on another target creature",
    "target creature defending player controls gets -1/-1 until end of turn",
)
TO_SEVERAL = ("those creatures gain haste until end of turn", "untap those creatures", "put a +1/+1 counter on each of them")


def done(text: str) -> tuple[a.Instruction, ...] | None:
    """What the triggered ability of a creature does; None where that isn't read."""
    (ability,) = read_permanent(text, types=["Creature"])
    assert isinstance(ability, a.Triggered)
    return None if ability.does is None else ability.does.instructions


def changed(instruction: a.Instruction) -> a.Filter:
    """What it is done to."""
    what = instruction.abilities[0] if isinstance(instruction, a.Begins) else instruction
    return what.permanents  # type: ignore[union-attr]


@pytest.mark.parametrize(("group", "one", "several"), list(product(GROUPS, ONE, TO_SEVERAL)))
def test_a_plural_means_those_that_set_it_off_and_not_the_one_named_since(group: str, one: str, several: str) -> None:
    found = done(f"{group}{one}. {several.capitalize()}.")
    assert found is not None and changed(found[-1]) == a.IsOfGroup()
    assert changed(found[0]) != a.IsOfGroup()


@pytest.mark.parametrize(("one", "several"), list(product(ONE[1:], TO_SEVERAL[:2])))
def test_a_plural_is_declined_where_only_one_is_named(one: str, several: str) -> None:
    assert done(f"Whenever this creature attacks, {one}. {several.capitalize()}.") is None


@pytest.mark.parametrize("one", ["It gains trample until end of turn.", "That creature can't be blocked this turn.", "Untap it."])
def test_a_singular_is_no_group_of_targets(one: str) -> None:
    targets = "Whenever this creature attacks, up to two target creatures get +1/+1 until end of turn. "
    assert done(targets + one) is None
    assert done(targets.replace("up to two target creatures get", "target creature gets") + one) is not None


def test_what_is_said_of_one_and_of_several_targets_agrees_with_either() -> None:
    goes_on = "gains haste until end of turn and can attack as though it didn't have defender this turn."
    assert done(f"Whenever this creature attacks, target creature {goes_on}") is not None
    assert done(
        "Whenever this creature attacks, up to two target creatures gain haste until end of turn and can't block this turn."
    )


def test_a_color_of_one_of_several_is_not_that_of_it() -> None:
    text = "Whenever one or more creatures die, put a +1/+1 counter on each creature that shares a color with one of them."
    assert done(text) is None


NO_CREATURE = (
    "destroy target land",
    "untap target land",
    "destroy target Equipment",
    "exile target creature",
    "investigate",
    "create a Treasure token",
    "destroy target creature. It can't be regenerated",
)
OF_A_CREATURE = (
    "It gets +2/+2 until end of turn.",
    "It gains trample until end of turn.",
    "Put a +1/+1 counter on it.",
    "It can't be blocked this turn.",
)
ITS_OWN = (
    ("Whenever this creature attacks, ", a.Is(role="source")),
    ("Whenever a Goblin you control attacks, ", a.Is(role="subject")),
)


def changed_last(text: str) -> a.Filter | None:
    """What the last thing is done to; None where that isn't read."""
    found = done(text)
    blocked = found[-1].abilities[0] if found is not None and isinstance(found[-1], a.Begins) else None
    if isinstance(blocked, a.CantBlock):
        return blocked.attackers
    return None if found is None else changed(found[-1])


@pytest.mark.parametrize(("before", "said"), list(product(NO_CREATURE, OF_A_CREATURE)))
def test_it_is_no_land_no_treasure_and_nothing_that_is_gone(before: str, said: str) -> None:
    for trigger, own in ITS_OWN:
        assert changed_last(f"{trigger}{before}. {said}") == own


@pytest.mark.parametrize("said", OF_A_CREATURE)
def test_it_is_what_was_named_last_where_that_may_be_a_creature(said: str) -> None:
    attacks = "Whenever this creature attacks, "
    cat = "create a 1/1 white Cat creature token. "
    assert changed_last(f"{attacks}{cat}{said}") == a.IsCreated()
    vehicle = a.IsTarget(permanents=a.HasType(type="Vehicle"))
    assert changed_last(f"{attacks}untap target Vehicle. {said}") == vehicle
    land = "untap target land. It becomes a 3/3 Elemental creature until end of turn. "
    assert changed_last(f"{attacks}{land}{said}") == a.IsTarget(permanents=a.HasType(type="Land"))
    chosen = "choose target land. Put a +1/+1 counter on it. It becomes a 0/0 Elemental creature that's still a land."
    found = done(attacks + chosen)
    assert found is not None and {changed(each) for each in found} == {a.IsTarget(permanents=a.HasType(type="Land"))}
    later = "destroy target creature at end of combat. "
    assert changed_last(f"{attacks}{later}{said}") == a.IsTarget(permanents=a.HasType(type="Creature"))
    assert changed_last(f"{attacks}target creature gets +1/+0 until end of turn. Untap target land. {said}") is None


def test_nobody_untaps_or_returns_a_token_that_was_just_created() -> None:
    untapped = "Whenever this creature deals combat damage to a player, create a Treasure token. Untap it."
    assert changed_last(untapped) == a.Is(role="source")
    returned = done("When this creature dies, create a Treasure token. Return it to your hand.")
    assert returned is not None and returned[-1] == a.PutsCards(cards=a.Is(role="source"), zone="graveyard", to="hand")


def test_its_power_is_not_that_of_a_token_which_its_controller_creates() -> None:
    exiled = "Whenever this creature attacks, exile target creature. Its controller creates a 1/1 white Cat creature token"
    for gains in (" and gains life equal to its power.", ". That player gains life equal to its power."):
        found = done(exiled + gains)
        assert found is not None and isinstance(gained := found[-1], a.ChangesLife)
        assert gained.gains == a.NumberOf(filter=a.IsTarget(permanents=a.HasType(type="Creature")), characteristic="power")
    yours = done("Whenever this creature attacks, create a 1/1 white Cat creature token. You gain life equal to its power.")
    assert yours is not None and isinstance(gained := yours[-1], a.ChangesLife)
    assert gained.gains == a.NumberOf(filter=a.IsCreated(), characteristic="power")


def test_its_power_is_not_that_of_a_card_which_need_not_have_any() -> None:
    found = done(
        "Whenever a creature an opponent controls dies, that player discards a card and you gain life equal to its power."
    )
    assert found is not None and isinstance(gained := found[-1], a.ChangesLife)
    assert gained.gains == a.CharacteristicOf(characteristic="power", of="subject")
    revealed = "Whenever this creature attacks, reveal the top card of your library. It gets +X/+0 until end of turn, where X is "
    assert done(f"{revealed}its mana value.") is None  # its own, or the card's
    assert done(f"{revealed}that card's mana value.") is not None


@pytest.mark.parametrize("joint", [", then it", ". It"])
@pytest.mark.parametrize(("trigger", "own"), ITS_OWN)
def test_what_has_dealt_damage_deals_more_and_not_its_target(trigger: str, own: a.Filter, joint: str) -> None:
    found = done(f"{trigger}it deals 3 damage to target creature{joint} deals 1 damage to you.")
    assert found is not None
    assert [each.source for each in found if isinstance(each, a.Damages)] == [own, own]


@pytest.mark.parametrize(
    "text",
    [
        "sacrifice another creature. Create a token that's a copy of it.",
        "you may sacrifice an artifact. If you do, create a token that's a copy of it.",
        "return another creature you control to its owner's hand. Create a token that's a copy of it.",
        "target opponent exiles a creature they control. You may create a token that's a copy of it.",
        "you may sacrifice a creature. If you do, exile it.",
        "sacrifice another creature. Return it to its owner's hand.",
        "you may tap an untapped creature you control. If you do, put a +1/+1 counter on it.",
        "remove a counter from another creature you control. If you do, it gets +2/+2 until end of turn.",
        "you may have it deal 3 damage to target creature. If you do, it doesn't untap during your next untap step.",
        "return target creature you control to its owner's hand. "
        "You may put a creature card with lesser mana value from your hand onto the battlefield.",
        "if you have more life than an opponent, that player loses 1 life.",
    ],
)
def test_what_may_be_said_of_either_is_declined(text: str) -> None:
    assert done(f"Whenever this creature attacks, {text}") is None


def test_that_player_is_not_the_controller_where_another_player_was_named() -> None:
    gains = "Whenever a creature attacks a player, its controller gains 1 life for each creature {}"
    assert done(gains.format("that player controls.")) is None
    assert done(gains.format("they control.")) is not None
    assert (
        done("Whenever a creature an opponent controls attacks, its controller loses 1 life. That player mills a card.")
        is not None
    )


def test_what_was_chosen_is_it_and_what_was_sacrificed_is_not() -> None:
    chosen = done(
        "Whenever this creature attacks, put a +1/+1 counter on a creature you control. It gains flying until end of turn."
    )
    assert chosen is not None and changed(chosen[-1]) == changed(chosen[0])
    found = done("Whenever this creature attacks, sacrifice another creature. It gets +2/+0 until end of turn.")
    assert found is not None and changed(found[-1]) == a.Is(role="source")


@pytest.mark.parametrize(
    "done_first",
    [
        "you may have it deal damage equal to its power to target creature. If you do, it",
        "you may destroy target artifact. If you do, it",
        "you may tap target creature. If you do, it",
        "you may put a +1/+1 counter on target creature. If you do, it",
        "it deals 3 damage to target creature. It",
        "it deals 3 damage to target creature and",
    ],
)
@pytest.mark.parametrize("trigger", ["attacks and isn't blocked", "becomes blocked"])
def test_what_fights_assigns_no_combat_damage_and_not_a_target(trigger: str, done_first: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature {trigger}, {done_first} assigns no combat damage this turn.")
    spared = [each.creatures for each in parts_of(ability) if isinstance(each, a.AssignsNoDamage)]
    assert spared == [a.Is(role="source")]


def test_an_artifact_that_may_be_a_creature_is_not_guessed() -> None:
    attacks = "Whenever this creature attacks, "
    untapped = f"{attacks}untap target artifact. "
    assert done(f"{untapped}It gets +2/+2 until end of turn.") is None
    artifact = a.IsTarget(permanents=a.HasType(type="Artifact"))
    assert changed_last(f"{untapped}It gains haste until end of turn.") == artifact
    assert changed_last(f"{untapped}It becomes a 3/3 artifact creature until end of turn. Put a +1/+1 counter on it.") == artifact
    assert changed_last(f"{attacks}destroy target artifact. It gets +2/+2 until end of turn.") == a.Is(role="source")
    chosen = done(f"{attacks}untap another creature you control. It gains vigilance until end of turn.")
    assert chosen is not None and changed(chosen[-1]) == changed(chosen[0])


@pytest.mark.parametrize("then", ["", ", then target creature gains deathtouch until end of turn", " and you gain 1 life"])
def test_others_than_which_of_two_isnt_guessed_whatever_follows(then: str) -> None:
    """Than the creature that attacks, or than the one that deals the damage."""
    assert (
        done(f"Whenever another creature you control attacks, this creature deals 1 damage to each other creature{then}.") is None
    )
    assert done("Whenever another creature you control attacks, untap up to two other target creatures.") is not None


def test_what_set_it_off_is_it_where_it_is_gone_and_nothing_else_was_named() -> None:
    assert done("When this creature dies, it fights target creature an opponent controls.") is not None
    assert done("When this creature dies, destroy target land. It gets +2/+2 until end of turn.") is None


NAMED = (
    ("Whenever another creature you control attacks, ", "that creature's", "subject"),
    ("Whenever this creature blocks a creature, ", "that creature's", "other"),
    ("Whenever this creature attacks, sacrifice another creature. ", "that creature's", "sacrificed"),
    ("Whenever a Dragon attacks, ", "that Dragon's", "subject"),
    ("Whenever this creature blocks a Dragon, ", "that Dragon's", "other"),
    ("Whenever this creature deals combat damage to a planeswalker, ", "that planeswalker's", "other"),
)
ASKED = (
    "destroy target creature with toughness less than {} mana value",
    "tap each creature with power greater than {} mana value",
    "put a +1/+1 counter on a creature you control with toughness greater than {} mana value",
    "you gain life equal to {} mana value",
)


@pytest.mark.parametrize(("first", "whose", "role"), NAMED)
@pytest.mark.parametrize("asked", ASKED)
def test_that_ones_number_is_never_that_of_what_is_compared(first: str, whose: str, role: str, asked: str) -> None:
    found = done(first + (asked[0].upper() + asked[1:] if first.endswith(". ") else asked).format(whose) + ".")
    of = {each.of for each in parts_of(found) if isinstance(each, a.CharacteristicOf)}
    assert of == {role}


@pytest.mark.parametrize("asked", [each for each in ASKED if "a creature you control" not in each])
def test_that_artifact_is_the_target(asked: str) -> None:
    whose = asked.format("that artifact's")
    found = done(f"Whenever this creature attacks, tap target artifact. {whose.capitalize()}.")
    of = {each.filter for each in parts_of(found) if isinstance(each, a.NumberOf)}
    assert of == {a.IsTarget(permanents=a.HasType(type="Artifact"))}
    assert done(f"Whenever this creature attacks, tap target land. {whose.capitalize()}.") is None


@pytest.mark.parametrize("event", ["another creature you control attacks", "this creature blocks a creature", "a Dragon dies"])
def test_its_size_may_be_that_of_either_of_two(event: str) -> None:
    for asked in ("destroy target creature", "put a +1/+1 counter on a creature you control"):
        assert done(f"Whenever {event}, {asked} with toughness less than its power.") is None
        assert done(f"Whenever {event}, {asked} with toughness less than its own power.") is not None


@pytest.mark.parametrize("whose", ["you control", "an opponent controls", "defending player controls", "you own"])
@pytest.mark.parametrize(
    "do",
    [
        "it deals 1 damage to {}",
        "tap {}",
        "destroy {}",
        "put a +1/+1 counter on {}",
        "exile {}",
        "{} gains haste until end of turn",
    ],
)
def test_whose_the_second_is_may_be_said_of_the_first_too(do: str, whose: str) -> None:
    first = "Whenever this creature attacks, "
    assert done(f"{first}{do.format(f'each creature and each Vehicle {whose}')}.") is None
    for each in (f"each creature {whose} and each Vehicle {whose}", "each creature and each Vehicle"):
        assert done(f"{first}{do.format(each)}.") is not None


@pytest.mark.parametrize("what", ["target creature", "another target creature", "each other creature you control"])
def test_its_power_isnt_that_of_what_has_the_ability_where_another_one_is_named_before_it(what: str) -> None:
    """Where X is said at the end of the sentence, as where it stands by itself."""
    begins = "Whenever this creature attacks, put"
    assert done(f"{begins} X +1/+1 counters on {what}, where X is its power.") is None
    (own,) = done(f"{begins} X +1/+1 counters on {what}, where X is this creature's power.") or ()
    (of_it,) = done(f"{begins} a number of +1/+1 counters on {what} equal to its power.") or ()
    assert isinstance(own, a.PutsCounters) and isinstance(of_it, a.PutsCounters)
    assert own.number == a.CharacteristicOf(characteristic="power", of="source") != of_it.number
