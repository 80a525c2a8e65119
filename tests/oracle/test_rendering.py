"""What is rendered is read as what it was rendered from: over real cards, and over abilities made of the vocabulary."""

from pathlib import Path

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent, read_sentence
from declarant.tools.oracle.coverage import rows
from declarant.tools.oracle.rendering.lines import render, render_effect, same, worded
from declarant.tools.oracle.rendering.words import NotRendered
from hypothesis import given
from hypothesis import strategies as st

CREATURE = a.HasType(type="Creature")


@pytest.mark.parametrize(
    "sentence",
    [
        "This creature can't be blocked except by two or more creatures.",
        "Other Goblins you control have menace and haste.",
        "Enchanted creature can't attack unless its controller pays {2}.",
        "Creatures with power 2 or less can't block this creature.",
        "This creature can block an additional creature each combat as long as you control an artifact.",
        "Whenever this creature blocks or becomes blocked by an artifact creature, draw a card.",
        "Whenever one or more Elves you control attack a player, if you control three or more tapped lands, you gain 2 life.",
        "All creatures able to block this creature do so.",
        "No more than two creatures can attack you each combat.",
        "Protection from black",
    ],
)
def test_a_sentence_in_current_templating_is_rendered_as_it_is(sentence: str) -> None:
    (ability,) = read_permanent(sentence)
    try:
        assert render(ability) == sentence
    except AssertionError:
        # Two ways to say the same are one ability.
        assert [same(each) for each in read_permanent(render(ability))] == [same(ability)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Grim Ox can't block.", "This creature can't block."),
        ("Grim Ox cannot be blocked.", "This creature can't be blocked."),
        ("As long as it's your turn, Grim Ox can't block.", "This creature can't block as long as it's your turn."),
        ("Whenever Grim Ox attacks, you may draw a card.", "Whenever this creature attacks, you may draw a card."),
    ],
)
def test_other_templating_becomes_current(old: str, new: str) -> None:
    (ability,) = read_permanent(old, name="Grim Ox")
    assert render(ability) == new


OF_SEVERAL = ("Creatures", "Goblins an opponent controls", "Other creatures you control")
SAID_OF_THEM = (
    "can't attack you unless they have flying",
    "can't attack unless their controller controls an Island",
    "can't attack their owner",
    "can't block as long as they are enchanted",
    "can't block as long as their power is 2 or less",
    "can't attack unless they have a +1/+1 counter on them",
    "can't block creatures that share a color with them",
    "can't be blocked by creatures that share a color with them",
    "can't be blocked except by creatures that share a creature type with them",
    "can't be blocked unless defending player pays {1} for each creature they control that's blocking it",
    "can't attack unless their controller sacrifices a land for each of those creatures",
)


@pytest.mark.parametrize("said", SAID_OF_THEM)
@pytest.mark.parametrize("those", OF_SEVERAL)
def test_several_are_they(those: str, said: str) -> None:
    (ability,) = read_permanent(f"{those} {said}.")
    assert render(ability) == f"{those} {said}."


@pytest.mark.parametrize(
    "done",
    [
        "another creature you control gets +1/+1 until end of turn",
        "put a +1/+1 counter on a creature you control. It gains flying until end of turn",
        "create two 1/1 white Cat creature tokens. They gain haste until end of turn",
        "put a +1/+1 counter on each of up to two target creatures",
        "untap up to two target creatures. Put a +1/+1 counter on each of those creatures",
        "exile up to two target creatures you control. Put them onto the battlefield under your control at end of combat. "
        "They gain haste",
        "you may have defending player draw a card",
        "you may have each opponent lose 2 life",
        "you may have this creature assign no combat damage this turn",
        "you may have target creature block this creature this turn if able",
        "destroy target creature. You may have that creature's controller create a 1/1 white Cat creature token",
        "remove an ice counter from this creature",
        "remove all ice counters from this creature",
        "this creature and target creature phase out",
        "up to two target creatures connive",
        "this creature endures 2",
        "bolster 2",
        "you may blight 2. If you do, discover 3",
        "roll two d20",
        "flip two coins",
        'create a 1/1 black Rat creature token with "This creature can\'t block." It gains haste until end of turn',
        "return target nonland permanent card from your graveyard to your hand",
        "tap target creature defending player controls. If it is a Goblin, draw a card",
        "put a +1/+1 counter on target creature. If it is a token, draw a card",
    ],
)
def test_verbs_and_pronouns_agree(done: str) -> None:
    said = f"Whenever this creature attacks, {done}."
    (ability,) = read_permanent(said, types=["Creature"])
    assert render(ability) == said


@pytest.mark.parametrize(
    "said",
    [
        "Whenever another creature dies, if its power was 4 or greater, draw a card.",
        "Whenever another creature dies, if it was a Goblin, draw a card.",
        "Whenever another creature dies, if you control a Goblin, draw a card.",
        "Whenever this creature deals damage to a planeswalker, destroy that planeswalker.",
        "This creature has flying unless this creature is attacking or blocking.",
        "This creature can't attack unless you pay {1} for each +1/+1 counter on this creature.",
        "Whenever a creature that shares a color with this creature attacks, draw a card.",
        "Creatures that don't share a color with this creature can't block.",
    ],
)
def test_what_is_gone_was_and_that_planeswalker_is_no_creature(said: str) -> None:
    (ability,) = read_permanent(said, types=["Creature"])
    assert render(ability) == said


@pytest.mark.parametrize(
    "said",
    [
        "Whenever an enchanted creature attacks you, you gain 2 life.",
        "Whenever this creature attacks, venture into the dungeon.",
        "{1}, {T}: Add one mana of any color.",
        'Enchanted creature has "Whenever this creature attacks, venture into the dungeon."',
    ],
)
def test_what_is_held_in_the_words_it_was_read_from_is_said_in_them(said: str) -> None:
    (ability,) = read_permanent(said, types=["Creature"])
    assert worded(ability) == said
    assert render(ability) == said


def test_what_comes_of_exerting_it_is_said_after_that() -> None:
    text = "You may exert this creature as it attacks. When you do, this creature gains flying until end of turn."
    offered, done = read_permanent(text, types=["Creature"])
    assert f"{render(offered)} {render(done.model_copy(update={'text': ''}))}" == text


def test_the_words_that_one_of_several_abilities_was_read_from_say_it_among_them() -> None:
    text = "This creature can't attack or block unless you control a creature that's attacking or an untapped Elf."
    assert {render(each) for each in read_permanent(text, types=["Creature"])} == {text}


@pytest.mark.parametrize(
    "condition",
    [
        "defending player has 10 or less life",
        "defending player has no cards in hand",
        "you have two or more cards in hand",
        "there are seven or more cards in your graveyard",
        "defending player has seven or more cards in their graveyard",
        "you have more cards in hand than each opponent",
        "an opponent has more life than you",
        "no opponent has more life than defending player",
        "defending player has more life than each opponent",
        "you have fewer cards in hand than defending player",
        "you're poisoned",
        "defending player has three or more poison counters",
        "you have three or more experience counters",
        "creatures you control have total power 8 or greater",
        "you control five or more creatures with different powers",
        "this creature's power is greater than your life total",
        "you control more lands than defending player",
    ],
)
def test_what_is_compared_is_said_as_it_is_read(condition: str) -> None:
    said = f"Whenever this creature attacks, if {condition}, draw a card."
    (ability,) = read_permanent(said, types=["Creature"])
    assert render(ability) == said


def test_who_was_named_is_that_player_and_who_was_chosen_before_the_chosen_player() -> None:
    for said in (
        "Whenever this creature deals combat damage to a player, goad each creature that player controls.",
        "Whenever a creature attacks the chosen player, draw a card.",
        "Creatures the chosen player controls can't block.",
    ):
        (ability,) = read_permanent(said, types=["Creature"])
        assert render(ability) == said


@pytest.mark.parametrize(
    "said",
    [
        "Other players can't gain life.",
        "Whenever this creature attacks, for each other player, create a 1/1 red Goblin creature token.",
        "Whenever this creature attacks, each other player who controls an artifact loses 1 life.",
    ],
)
def test_other_players_are_several(said: str) -> None:
    (ability,) = read_permanent(said, types=["Creature"])
    assert worded(ability) == said


@pytest.mark.parametrize("what", ["{E} you have", "experience counters you have", "poison counters your opponents have"])
def test_what_players_have_is_counted(what: str) -> None:
    said = f"Whenever this creature attacks, you gain X life, where X is the number of {what}."
    (ability,) = read_permanent(said, types=["Creature"])
    assert worded(ability) == said


def test_what_no_sentence_says_is_not_said() -> None:
    with pytest.raises(NotRendered):
        render(a.CantAttack(creatures=a.IsOneOf(ids=("x",))))


@pytest.mark.parametrize(
    ("sentence", "current"),
    [
        ("Target creature can't block this turn.", "Until end of turn, target creature can't block."),
        ("Another target Goblin you control gains haste until end of turn.", None),
        ("Goad target creature.", "Goad target creature."),
        ("Suspect it.", "Suspect it."),
        ("Until your next turn, creatures target player controls can't attack you.", None),
        ("All creatures able to block target creature this turn do so.", None),
    ],
)
def test_an_effect_is_rendered_as_an_instruction(sentence: str, current: str | None) -> None:
    reading = read_sentence(sentence)
    (effect,) = reading.effects
    said = render_effect(effect, reading.duration)
    assert current is None or said == current
    again = read_sentence(said)
    assert ([same(each) for each in again.effects], again.duration) == ([same(effect)], reading.duration)


def test_a_target_is_no_ability_of_a_permanent() -> None:
    with pytest.raises(NotRendered):
        render(a.CantBlock(blockers=a.IsTarget(permanents=CREATURE)))


def test_the_sentences_of_real_cards_are_rendered_and_read_back(shared: Path) -> None:
    said = unsaid = 0
    for row in [row for row in rows(shared / "cards" / "lines-visible.jsonl.gz") if not row.kept_apart][::16]:
        reading = read_sentence(row.sentence or "", name=row.name)
        durations = reading.durations or (reading.duration,) * len(reading.effects)
        try:
            for ability in reading.abilities:
                said_again = read_permanent(render(ability, row.name), name=row.name, types=("Legendary", "Creature"))
                assert [same(each) for each in said_again] == [same(ability)]
            for effect, duration in zip(reading.effects, durations, strict=True):
                assert [same(each) for each in read_sentence(render_effect(effect, duration)).effects] == [same(effect)]
            said += 1
        except NotRendered:
            unsaid += 1
    assert unsaid < 0.02 * said


DONE = """
airbend another target creature you control
proliferate twice
remove all counters from target creature
this creature gets +X/+X until end of turn, where X is the greatest power and/or toughness among other creatures you control
you gain 3 life
each opponent loses 1 life
draw a card
you may draw a card
target player discards two cards
that player mills three cards
you may pay {2}. If you do, draw a card
put a +1/+1 counter on this creature
put two +1/+1 counters on target creature you control
put a +1/+1 counter on each other Goblin you control
tap target creature an opponent controls
tap up to one target creature defending player controls
untap each attacking creature
destroy target artifact an opponent controls
destroy another target creature
exile target creature
return target creature to its owner's hand
sacrifice this creature
sacrifice a creature
defending player sacrifices a creature
create a 1/1 white Soldier creature token
create two tapped Treasure tokens
create a 2/2 black Zombie creature token that's tapped and attacking
create a 1/1 blue Bird creature token with flying
this creature deals 2 damage to any target
this creature deals 1 damage to each opponent
this creature deals 3 damage to target creature
this creature gets +2/+0 until end of turn
this creature gets +1/+1 and gains trample until end of turn
this creature gets +X/+0 until end of turn, where X is the number of Goblins you control
creatures you control gain menace until end of turn
target creature can't block this turn
if you control a Goblin, draw a card
proliferate
after this phase, there is an additional combat phase
destroy target creature defending player controls at end of combat
you may sacrifice another creature. When you do, destroy target creature
you may pay {2}{W}. If you do, create a 1/1 white Soldier creature token
exile the top two cards of your library
look at the top card of your library
return target creature card from your graveyard to your hand
return target creature card from your graveyard to the battlefield tapped
search your library for a basic land card, put it onto the battlefield tapped, then shuffle
exile target creature, then return it to the battlefield under its owner's control
create a token that's a copy of target creature, except it's 1/1
create a 1/1 black Rat creature token with "This creature can't block."
create a 0/0 green Hydra creature token named Cut. Sacrifice it at the beginning of the next end step
remove a +1/+1 counter from this creature
remove all stun counters from target creature
move a +1/+1 counter from this creature onto target creature
double the number of +1/+1 counters on target creature
double the number of each kind of counter on target creature
double the power of target creature until end of turn
you get {E}{E}
pay {E}{E}. If you do, this creature gets +2/+2 until end of turn
tap or untap target creature
put your choice of a flying or trample counter on this creature
target creature gains your choice of flying or trample until end of turn
draw a card. If you control a Goblin, you gain 1 life. Otherwise, you lose 1 life
draw a card if you control a Goblin
amass Orcs 2
tap up to two target creatures
suspect target creature
target creature doesn't untap during its controller's next untap step
target creature becomes a 4/4 red Dragon creature in addition to its other types until end of turn
target creature has base power and toughness 1/1 until end of turn
target creature loses all abilities until end of turn
flip a coin. If you win the flip, draw a card
roll a d20
clash with an opponent. If you win, draw a card
gain control of target creature until end of turn
attach target Equipment to this creature
manifest dread
manifest the top card of your library
each opponent loses X life and you gain X life, where X is the number of creatures you control
for each opponent, create a 1/1 red Goblin creature token that's tapped and attacking that player
draw a card unless that player pays {2}
defending player may draw a card
this creature deals 4 damage divided as you choose among one or two target creatures
this creature deals 3 damage to that player and 1 damage to you
this creature deals damage equal to its power to any target
you win the game
each opponent loses half their life, rounded up
defending player discards their hand
you may discard any number of land cards. If you do, draw that many cards
you may pay X {E}. If you do, draw X cards
you may pay {2} and 3 life. If you do, draw a card
your life total becomes 5
each player's life total becomes 5
its controller's life total becomes 5
collect evidence 4
earthbend 2
populate. The token enters tapped and attacking
create a 1/1 Fish creature token that's all colors
you may have this creature deal 1 damage to any target
tap each attacking Goblin and attacking Elf you control
draw a card if you have more life than defending player
you may pay {2} if you control a Goblin. If you do, draw a card
""".strip().split("\n")


@pytest.mark.parametrize("done", DONE)
def test_what_an_ability_does_is_said_in_words(done: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks a player, {done}.")
    assert isinstance(ability, a.Triggered)
    assert ability.does is not None
    said = render(ability.model_copy(update={"text": ""}))
    assert same(read_permanent(said)[0]) == same(ability)
    assert "…" not in said


def test_what_abilities_of_real_cards_do_is_said_in_words(shared: Path) -> None:
    said = echoed = 0
    for card in [row for row in rows(shared / "cards" / "visible.jsonl.gz") if not row.kept_apart][::20]:
        try:
            read = read_permanent(card.text or "", name=card.name, types=card.types)
        except WordingNotUnderstood:
            continue
        for ability in read:
            if isinstance(ability, a.Triggered) and ability.does is not None:
                try:
                    of_itself = render(ability.model_copy(update={"text": ""}))
                except NotRendered:
                    echoed += 1
                else:
                    assert "…" not in of_itself
                    said += 1
    assert echoed < 0.15 * said


def test_a_stored_ability_is_said_like_one_that_was_read() -> None:
    (ability,) = read_permanent("Whenever this creature attacks, it gets +2/+0 until end of turn.")
    stored = a.Triggered.model_validate_json(ability.model_dump_json())
    assert render(stored.model_copy(update={"text": ""})) == render(ability.model_copy(update={"text": ""}))


AS_CARDS_SAY_IT = """
gain control of target creature until the end of your next turn
you may have this creature get +1/+1 and gain trample until end of turn
you may have this creature deal 2 damage to any target
you may goad target creature
defending player sacrifices a creature. If they don't, draw a card
this creature and up to one other target creature gain your choice of flying or trample until end of turn
exile the top card of your library. Until end of turn, you may play that card
draw a card. If there are three or more oil counters on this creature, transform this creature
"""


@pytest.mark.parametrize(
    "said",
    [
        *(f"Whenever this creature attacks, {done}." for done in AS_CARDS_SAY_IT.strip().split("\n")),
        "Whenever this creature attacks or blocks, draw a card.",
        "Whenever this creature deals combat damage to a player, exile that many cards from the top of your library.",
        "Whenever this creature or another Goblin you control dies, draw a card.",
        "Whenever enchanted creature dies, if enchanted creature was a Human, draw a card.",
        "Whenever this creature dies, return this card to its owner's hand.",
    ],
)
def test_the_words_are_those_of_cards(said: str) -> None:
    (ability,) = read_permanent(said)
    assert render(ability.model_copy(update={"text": ""})) == said


@pytest.mark.parametrize(
    "does",
    [(), (a.May(do=()),), (a.Begins(abilities=()),), (a.May(do=(), otherwise=(a.Proliferates(),), by=a.Players(who="chosen")),)],
)
def test_what_does_nothing_has_no_words(does: tuple[a.Instruction, ...]) -> None:
    ability = a.Triggered(events=(a.Attacks(creatures=a.THIS),), does=a.Instructions(instructions=does))
    with pytest.raises(NotRendered):
        render(ability)


def test_modes_are_said_a_line_each() -> None:
    text = "Whenever this creature attacks, choose one —\n• Draw a card.\n• You gain 2 life."
    (ability,) = read_permanent(text)
    assert render(ability.model_copy(update={"text": ""})) == text


def test_what_no_phrase_says_is_said_in_the_words_it_was_read_from() -> None:
    text = "Whenever Grim Ox attacks, for each opponent, tap up to one target creature that player controls."
    for each in read_permanent(text, name="Grim Ox"):
        assert render(each, "Grim Ox") == text


types = st.sampled_from(["Goblin", "Wall", "Elf", "Knight"])
players = st.sampled_from(["you", "opponents", "defending"]).map(lambda who: a.Players.model_validate({"who": who}))
qualities = st.one_of(
    st.builds(a.HasColor, color=st.sampled_from(["W", "U", "B", "R", "G"])),
    st.builds(a.HasKeyword, keyword=st.sampled_from(["flying", "menace", "trample", "first strike"])),
    st.builds(a.HasType, type=types),
    st.builds(a.ControlledBy, players=players),
    st.builds(
        a.Compares,
        characteristic=st.sampled_from(["power", "toughness"]),
        comparison=st.sampled_from(["<=", ">="]),
        than=st.integers(0, 9),
    ),
    st.builds(a.HasCounter, counter=st.sampled_from(["+1/+1", "stun"]), minimum=st.integers(1, 3)),
    st.builds(a.IsInState, state=st.sampled_from(["tapped", "untapped", "token"])),
)
nouns = st.lists(qualities, max_size=2, unique_by=lambda each: each.kind).map(lambda parts: a.AllOf(parts=(CREATURE, *parts)))
subjects = st.one_of(st.just(a.THIS), st.just(a.Is(role="host")), nouns.filter(lambda noun: len(noun.parts) > 1))
conditions = st.one_of(
    st.none(),
    st.just(a.TurnOf(players=a.Players(who="you"))),
    st.builds(a.Exists, filter=nouns.map(lambda n: a.AllOf(parts=(*n.parts, a.ControlledBy(players=a.Players(who="you")))))),
    st.builds(lambda fact: a.Unless(part=a.Unstated(fact=fact)), st.just("you've cast a spell this turn")),
)
abilities = st.one_of(
    st.builds(a.CantAttack, creatures=subjects, condition=conditions),
    st.builds(a.CantBlock, blockers=subjects, condition=conditions),
    st.builds(a.CantBlock, blockers=nouns, attackers=st.just(a.THIS), condition=conditions),
    st.builds(a.MustAttack, creatures=subjects, condition=conditions),
    st.builds(a.BlockerCount, attackers=subjects, minimum=st.integers(2, 5), condition=conditions),
    st.builds(a.BlocksAdditional, blockers=subjects, number=st.integers(1, 4) | st.none(), condition=conditions),
    st.builds(
        a.Triggered,
        events=st.tuples(st.builds(a.Attacks, creatures=subjects) | st.builds(a.Blocks, creatures=subjects)),
        does=st.just(a.Instructions(instructions=(a.Proliferates(),))),
    ),
)


@given(abilities)
def test_abilities_of_the_vocabulary_are_rendered_and_read_back(ability: a.Ability) -> None:
    try:
        sentence = render(ability)
    except NotRendered:
        return  # what can't be said isn't said otherwise
    assert [same(each) for each in read_permanent(sentence)] == [same(ability)]


@given(st.builds(a.CantAttack, creatures=subjects) | st.builds(a.MustAttack, creatures=subjects))
def test_plain_restrictions_and_requirements_can_always_be_said(ability: a.Ability) -> None:
    try:
        assert render(ability)
    except NotRendered:
        assert _twice(ability), ability


def _twice(ability: a.Ability) -> bool:
    """Whether one thing is said twice over, as nobody says it."""
    kinds = [part.kind for part in getattr(ability, "creatures", a.ANYTHING).parts]
    return len(kinds) != len(set(kinds) - {"state"})


@pytest.mark.parametrize(
    "text",
    [
        "Whenever equipped creature attacks, you gain 2 life.",
        "Whenever you attack, put a charge counter on this artifact.",
        "Whenever this creature attacks, put target creature card from your graveyard on top of your library.",
    ],
)
def test_words_that_are_read_alike_are_said_as_printed(text: str) -> None:
    (ability,) = read_permanent(text)
    assert render(ability) == text


PLACES = ("on top of their library", "on the bottom of their library")
HOLDERS = ("target opponent", "target player", "defending player")
SAID_AS_MEANT = (
    *(
        f"This creature can't block as long as this creature has an {odd} number of {kind}counters on it."
        for odd in ("odd", "even")
        for kind in ("", "+1/+1 ")
    ),
    *(
        f"When this creature dies, {done}."
        for many in ("each", "a")
        for card in ("card", "permanent card")
        for done in (
            f"return {many} {card} exiled with this creature to its owner's hand",
            f"put {many} {card} exiled with this creature onto the battlefield under its owner's control",
        )
    ),
    *(
        f"Whenever this creature attacks, {who} puts {many} from their hand {place}."
        for who in HOLDERS
        for many in ("a card", "two cards")
        for place in PLACES
    ),
    *(
        f"Whenever one or more Goblins you control die, return {many} to your hand."
        for many in ("one of them", "up to one of them", "any number of them")
    ),
    *(
        f"Whenever one or more {attacked} are attacked, draw a card."
        for attacked in ("players", "of your opponents", "planeswalkers", "planeswalkers you control", "battles you protect")
    ),
)


@pytest.mark.parametrize("said", SAID_AS_MEANT)
def test_how_many_of_whose_cards_counters_and_players_is_said(said: str) -> None:
    (ability,) = read_permanent(said)
    in_words = worded(ability)
    (again,) = read_permanent(in_words)
    assert same(again) == same(ability)
    assert in_words == said.replace("When ", "Whenever ")
