"""What a fresh reader of cards found misread: whom it attacks, when something is had, and what isn't known of what left."""

import pytest
from declarant.tools.oracle import read_permanent, read_sentence
from declarant.tools.oracle.rendering.lines import render
from referee import (
    ANN,
    BOB,
    attack,
    battle,
    block,
    creature,
    damage,
    enchantment,
    given,
    left,
    life,
    not_carried_out,
    resolve,
    sizes,
)

SIEGE = battle("siege", ANN, BOB)


@pytest.mark.parametrize(
    ("whom", "left"), [("player or planeswalker", 3), ("player, planeswalker, or battle", 2), ("player or permanent", 2)]
)
def test_a_battle_that_is_attacked_is_dealt_damage_where_the_text_names_battles(whom: str, left: int) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, it deals 1 damage to the {whom} it's attacking.")
    outcome = given(imp, SIEGE).when(attack(imp="siege"), resolve()).outcome()
    assert outcome.game.view.permanents["siege"].defense == left


def test_whom_a_creature_attacked_is_known_after_it_left() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, it deals 1 damage to the player or planeswalker it's attacking.")
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    given(imp, pit).when(attack(imp=BOB), resolve("all")).then(life(Bob=19))


def test_what_is_solved_matters_as_it_triggers_and_not_afterwards() -> None:
    text = "Solved — Whenever you attack, put a +1/+1 counter on target attacking creature."
    (ability,) = read_permanent(text, name="Case", types=["Enchantment"])
    assert getattr(ability, "condition", 0) is None and getattr(ability, "circumstances", None) is not None
    case = enchantment("case", ANN, text, designations=["solved"])
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy all Shrines.")
    shrine = {**case, "subtypes": ["Shrine"]}
    given(creature("imp", ANN), shrine, pit).when(attack(imp=BOB), resolve("all", {"source": "case", "targets": ["imp"]})).then(
        sizes(imp="3/3")
    )
    unsolved = {**case, "designations": []}
    given(creature("imp", ANN), unsolved).when(attack(imp=BOB), resolve()).then(sizes(imp="2/2"))


@pytest.mark.parametrize("word", ["Solved", "Max speed"])
@pytest.mark.parametrize(
    "said",
    ["Whenever you attack, draw a card.", "When this creature dies, you gain 2 life.", "Creatures you control have menace."],
)
def test_a_word_that_says_when_an_ability_is_had_is_read_alike_of_a_card_and_alone(word: str, said: str) -> None:
    on_a_card = read_permanent(f"{word} — {said}", types=["Creature"])
    alone = read_sentence(f"{word} — {said}").abilities
    for (one,), (plain,) in ((on_a_card, read_permanent(said, types=["Creature"])), (alone, read_sentence(said).abilities)):
        held = {name: getattr(one, name, None) for name in ("condition", "circumstances")}
        assert getattr(next(filter(None, held.values())), "designation", "") == word.lower()
        assert plain.model_dump(exclude={"text", *held}) == one.model_dump(exclude={"text", *held})


def test_a_ring_bearer_that_left_is_not_taken_for_one() -> None:
    text = "Whenever this creature attacks, draw a card unless this creature is your Ring-bearer."
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    imp = creature("imp", ANN, text, designations=["Ring-bearer"])
    given(imp, pit).when(attack(imp=BOB), resolve("all")).then(not_carried_out("imp"))


def test_whom_it_attacks_is_said_and_read_again() -> None:
    for whom in ("player or planeswalker", "player, planeswalker, or battle"):
        text = f"Whenever this creature attacks, this creature deals 1 damage to the {whom} it's attacking."
        (ability,) = read_permanent(text, name="Imp", types=["Creature"])
        (again,) = read_permanent(render(ability), name="Imp", types=["Creature"])
        assert getattr(again, "does", None) == getattr(ability, "does", 0) is not None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("draw a card and you lose 1 life unless you control an artifact.", False),
        ("untap it, and tap target creature unless you pay {1}.", False),
        ("draw a card, then discard a card unless you control an artifact.", True),
        ("tap target creature unless you control an artifact.", True),
    ],
)
def test_unless_after_what_is_joined_by_and_is_declined(text: str, read: bool) -> None:
    """Whether it is said of both, or of the last alone, isn't told."""
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}", types=["Creature"])
    assert (getattr(ability, "does", None) is not None) == read


def test_what_is_said_of_targets_that_if_you_do_names_is_done_only_then() -> None:
    text = (
        "Whenever this creature attacks, you may pay {2}. If you do, tap up to two target creatures. Those creatures don't untap "
        "during their controllers' next untap steps."
    )
    elk = creature("elk", BOB, tapped=True)
    board = given(creature("imp", ANN, text), elk, mana={ANN: "{C}{C}"})
    for accept in (True, False):
        told = resolve("all", {"source": "imp", "targets": ["elk"], "accept": [accept]})
        outcome = board.when(attack(imp=BOB), told, {"turn": BOB}).outcome()
        assert outcome.game.board.permanents["elk"].tapped == accept


def test_if_you_do_asks_for_both_that_a_sentence_joins() -> None:
    """It isn't sacrificed by whom it isn't controlled: there is no additional combat, though the Aura is attached."""
    text = (
        "Enchant creature\nWhen enchanted creature attacks, sacrifice it and attach this Aura to a creature you control. "
        "If you do, you gain 3 life."
    )
    for who, gained in ((ANN, 3), (BOB, 0)):
        imp, aura = creature("imp", ANN), {**enchantment("rage", who, text), "subtypes": ["Aura"], "attached_to": "imp"}
        board = given(imp, creature("ox", who), aura)
        board.when(attack(imp=BOB), resolve("all")).then(life(**{who: 20 + gained}))


def test_what_is_exiled_with_evidence_returns_from_exile() -> None:
    text = (
        "When this creature dies, you may exile it and collect evidence 2. If you do, return this card to the battlefield tapped."
    )
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    told = resolve("all", {"source": "imp", "accept": [True], "cards": [creature("ox", ANN, mana_value=3)]})
    board = given(creature("imp", ANN, text, mana_value=1), pit, graveyard={ANN: 1})
    outcome = board.when(attack(imp=BOB), told).outcome()
    assert outcome.game.board.permanents["imp #2"].tapped and outcome.game.board.cards["ox"].zone == "exile"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("it deals 1 damage to the chosen player.", False),
        ("target player draws a card, then the chosen player loses 1 life.", True),
    ],
)
def test_the_chosen_player_is_one_that_the_ability_itself_chose(text: str, read: bool) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}", types=["Creature"])
    assert (getattr(ability, "does", None) is not None) == read


@pytest.mark.parametrize(("event", "read"), [("a creature an opponent controls dies", False), ("this creature attacks", True)])
def test_that_creature_is_declined_where_it_may_be_the_target_or_what_set_it_off(event: str, read: bool) -> None:
    for said in (
        "target creature gets +X/+0 until end of turn, where X is that creature's toughness.",
        "put a number of +1/+1 counters on target creature equal to that creature's power.",
    ):
        (ability,) = read_permanent(f"Whenever {event}, {said}", types=["Creature"])
        assert (getattr(ability, "does", None) is not None) == read


RETURNS = [
    "exile it, then return it to the battlefield under its owner's control.",
    "you may exile it. If you do, return it to the battlefield under its owner's control.",
    "exile it. Return it to the battlefield under its owner's control at the beginning of the next end step.",
]


@pytest.mark.parametrize("text", RETURNS)
def test_what_died_and_is_exiled_returns_from_exile(text: str) -> None:
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    board = given(creature("imp", ANN, f"When this creature dies, {text}"), pit)
    told = resolve("all", {"source": "imp", "accept": [True]}) if "may" in text else resolve("all")
    later = [{"turn": BOB}] if "end step" in text else []
    outcome = board.when(attack(imp=BOB), told, *later).outcome()
    assert "imp #2" in outcome.game.board.permanents


def test_what_is_said_of_whose_a_target_is_waits_for_if_you_do_too() -> None:
    text = "you may pay {2}. If you do, destroy target creature. That creature's controller draws a card."
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("elk", BOB), mana={ANN: "{C}{C}"})
    for accept in (True, False):
        told = resolve("all", {"source": "imp", "targets": ["elk"], "accept": [accept]})
        assert board.when(attack(imp=BOB), told).outcome().game.board.hand[BOB] == accept


def test_the_if_of_an_ability_that_triggers_later_is_asked_as_it_triggers() -> None:
    """603.4: it doesn't trigger where it isn't so."""
    text = (
        "Whenever this creature attacks, put an egg counter on target creature you don't control. "
        "When that creature dies, if it has an egg counter on it, you gain 2 life."
    )
    told = {"source": "imp", "targets": ["elk"]}
    board = given(creature("imp", ANN, text), creature("cub", ANN, power=3), creature("elk", BOB))
    start = attack(imp=BOB, cub=BOB), resolve("all", told)
    fight = block(elk="cub"), damage(), resolve()
    board.when(*start, *fight).then(life(Ann=22))
    gone = board.when(*start, {"changes": {"id": "elk", "counters": {}}}, *fight).then(life(Ann=20)).game
    assert not any(each.source == "imp" for each in gone.stack.abilities)


@pytest.mark.parametrize("prevented", [True, False])
def test_a_creature_that_was_dealt_no_damage_wasn_t_dealt_damage_this_way(prevented: bool) -> None:
    """120.8, 615.1."""
    text = (
        "Whenever this creature attacks, it deals X damage to any target, where X is the number of time counters on it. "
        "If a creature dealt damage this way would die this turn, exile it instead."
    )
    shield = "Prevent all noncombat damage that would be dealt to this creature." if prevented else ""
    imp = creature("imp", ANN, text, power=3, toughness=9, counters={"time": 1})
    told = {"source": "imp", "targets": ["elk"]}
    fight = attack(imp=BOB), resolve("all", told), block(elk="imp"), damage()
    outcome = given(imp, creature("elk", BOB, shield, toughness=2)).when(*fight).then(left("elk"))
    assert outcome.game.board.cards["elk"].zone == ("graveyard" if prevented else "exile")


def test_a_copy_of_a_given_size_and_type_has_no_ability_that_defines_these() -> None:
    """707.9d."""
    text = (
        "Whenever this creature attacks, create a tapped and attacking token that's a copy of target creature you control, "
        "except it's a 3/3 black Wraith with menace."
    )
    many = "This creature's power and toughness are each equal to the number of creatures you control."
    for own, lord in ((many, ""), ("Changeling", "Elves you control get +1/+1.")):
        ox = creature("ox", ANN, own, power=2, toughness=2, stated=False)
        told = {"source": "imp", "targets": ["ox"]}
        board = given(creature("imp", ANN, text), ox, enchantment("lord", ANN, lord))
        game = board.when(attack(imp=BOB), resolve("all", told)).outcome().game
        (token,) = (each for each in game.view.permanents.values() if each.token)
        assert token.size == "3/3" and "changeling" not in game.view.keywords(token.id)
