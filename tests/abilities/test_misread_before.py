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
    land,
    life,
    not_carried_out,
    permanent,
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


@pytest.mark.parametrize(
    ("milled", "chosen", "taken"),
    [
        (("forest", "relic"), {}, {"forest"}),
        (("ox", "forest"), {"modes": [0]}, {"ox"}),
        (("ox", "forest"), {"modes": [0, 1]}, {"ox", "forest"}),
    ],
)
def test_one_kind_and_or_another_is_either_or_both(
    milled: tuple[str, ...], chosen: dict[str, list[int]], taken: set[str]
) -> None:
    text = "Whenever this creature attacks, mill two cards. "
    text += "You may put a creature card and/or a land card from among them into your hand."
    cards = {
        "ox": creature("ox", ANN),
        "forest": land("forest", ANN, "Forest"),
        "relic": permanent("relic", ANN, types=("Artifact",)),
    }
    told = resolve("all", {"source": "imp", "accept": [True], "library": [cards[id] for id in milled], **chosen})
    outcome = given(creature("imp", ANN, text)).when(attack(imp=BOB), told).outcome()
    assert {id for id in milled if outcome.game.board.cards[id].zone == "hand"} == taken


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
    text = f"Whenever {event}, target creature gets +X/+0 until end of turn, where X is that creature's toughness."
    (ability,) = read_permanent(text, types=["Creature"])
    assert (getattr(ability, "does", None) is not None) == read


@pytest.mark.parametrize(("whose", "tapped"), [("your", False), ("its controller's", True)])
def test_whose_next_untap_step_is_meant(whose: str, tapped: bool) -> None:
    """Of what another player controls by then, it is that player's only where the text says so."""
    text = f"Whenever this creature attacks, it doesn't untap during {whose} next untap step."
    thief = creature("thief", BOB, "Whenever this creature blocks, gain control of target creature an opponent controls.")
    board = given(creature("imp", ANN, text), thief, creature("ox", ANN))
    steps = attack(imp=BOB, ox=BOB), resolve("all"), block(thief="ox"), resolve("all", {"source": "thief", "targets": ["imp"]})
    now = board.when(*steps, {"turn": BOB}).outcome().game.board.permanents["imp"]
    assert (now.controller, now.tapped) == (BOB, tapped)
    own = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve("all"), {"turn": BOB}, {"turn": ANN}).outcome().game
    assert own.board.permanents["imp"].tapped


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature deals combat damage to its owner, you gain 2 life.",
        "Whenever a creature attacks its owner, you gain 2 life.",
    ],
)
def test_its_owner_is_the_owner_of_what_attacks_or_deals_damage(text: str) -> None:
    for owner, gained in ((BOB, 2), (ANN, 0)):
        board = given(creature("imp", ANN, owner=owner), enchantment("law", ANN, text))
        board.when(attack(imp=BOB), resolve("all"), block(), damage(), resolve("all")).then(life(Ann=20 + gained))
