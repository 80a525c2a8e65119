"""Who "that player" and "they" are: the one player whom the trigger names, a target, or each of several who do something."""

from typing import Any

import pytest
from abilities.resolving import BOARD, as_it_attacks, as_it_hits
from declarant.events import abilities as a
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    battle,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    illegal,
    land,
    life,
    not_carried_out,
    resolve,
    triggers,
)

LOSES = "that player loses 2 life."


@pytest.mark.parametrize(
    ("trigger", "loser"),
    [
        ("an opponent attacks you", ANN),
        ("an opponent attacks", ANN),
        ("an opponent attacks you with one or more creatures", ANN),
        ("a creature an opponent controls attacks", ANN),
        ("a creature an opponent controls attacks you", ANN),
        ("a creature an opponent controls becomes blocked", ANN),
        ("a creature you control blocks a creature an opponent controls", ANN),
        ("a creature an opponent controls becomes blocked by a creature you control", ANN),
        ("a creature you control blocks", None),
        ("an opponent gains life", ANN),
    ],
)
def test_whoever_attacks_is_that_player(trigger: str, loser: str | None) -> None:
    law = enchantment("law", BOB, f"Whenever {trigger}, {LOSES}")
    board = given(creature("ox", ANN, "Lifelink"), creature("elk", BOB, toughness=3), law)
    game = board.when(attack(ox=BOB), resolve(), block(elk="ox"), resolve(), damage(), resolve())
    gained = {ANN: 22, BOB: 20}
    if loser is None:
        game.then(not_carried_out("law"))
    else:
        game.then(life(**{**gained, loser: gained[loser] - 2}))


@pytest.mark.parametrize(
    "trigger",
    [
        "a creature you control attacks a player",
        "a creature you control deals combat damage to a player",
        "a creature you control deals combat damage to an opponent",
        "an opponent is dealt combat damage",
        "you attack a player",
        "one or more creatures you control deal combat damage to a player",
    ],
)
def test_whoever_is_attacked_is_that_player(trigger: str) -> None:
    law = enchantment("law", ANN, f"Whenever {trigger}, {LOSES}")
    given(creature("ox", ANN), law).when(attack(ox=BOB), resolve(), block(), damage(), resolve()).then(life(Ann=20, Bob=16))


@pytest.mark.parametrize(
    "trigger",
    [
        "a creature an opponent controls deals combat damage to you",
        "a source an opponent controls deals damage to you",
        "one or more creatures an opponent controls deal combat damage to you",
    ],
)
@pytest.mark.parametrize("who", ["that player", "that opponent"])
def test_whose_creature_deals_damage_to_you_is_that_player(who: str, trigger: str) -> None:
    law = enchantment("law", BOB, f"Whenever {trigger}, {who} loses 3 life.")
    given(creature("ox", ANN), law).when(attack(ox=BOB), block(), damage(), resolve()).then(life(Ann=17, Bob=18))


@pytest.mark.parametrize(
    "trigger",
    ["a player attacks one of your opponents", "a creature an opponent controls attacks a player"],
)
def test_of_two_players_who_are_named_none_is_guessed(trigger: str) -> None:
    (ability,) = read_permanent(f"Whenever {trigger}, {LOSES}")
    assert isinstance(ability, a.Triggered)
    assert ability.does is None


@pytest.mark.parametrize(
    "lost",
    [
        "each player loses 1 life for each creature they control.",
        "each player loses X life, where X is the number of creatures they control.",
        "each player loses X life, where X is the number of creatures that player controls.",
        "each player loses life equal to the number of creatures they control.",
    ],
)
def test_each_of_several_counts_their_own(lost: str) -> None:
    board = given(
        creature("ox", ANN, f"Whenever this creature attacks, {lost}"),
        creature("elk", BOB),
        creature("imp", BOB),
        players=(ANN, BOB, CAT),
    )
    board.when(attack(ox=CAT), resolve()).then(life(Ann=19, Bob=18, Cat=20))


@pytest.mark.parametrize(
    "subject", ["Whenever a creature deals damage to this creature", "Whenever a creature blocks this creature"]
)
def test_that_creature_is_never_the_one_that_has_the_ability(subject: str) -> None:
    (ability,) = read_permanent(f"{subject}, destroy that creature.")
    assert isinstance(ability, a.Triggered)
    assert ability.does is not None
    assert ability.does.instructions == (a.Moves(permanents=a.Is(role="subject"), how="destroyed"),)


@pytest.mark.parametrize(
    "trigger",
    [
        "a creature attacks you",
        "one or more creatures attack you",
        "a creature attacks you or a planeswalker you control",
        "a creature deals combat damage to you",
        "you're dealt combat damage",
        "you're dealt combat damage by a creature",
        "one or more creatures deal combat damage to you",
    ],
)
def test_that_player_is_never_you(trigger: str) -> None:
    law = enchantment("law", BOB, f"Whenever {trigger}, {LOSES}")
    board = given(creature("bear", ANN), law).when(attack(bear=BOB), resolve(), block(), damage(), resolve())
    board.then(not_carried_out("law", "understood"), life(Ann=20, Bob=18))


def test_more_than_each_other_player_is_asked_of_each_by_itself() -> None:
    text = "Whenever this creature attacks, if you have more life than each other player, put a +1/+1 counter on it."
    of_three = {"players": (ANN, BOB, CAT)}
    for life_of_cat, times in ((19, {"imp": 1}), (20, {})):
        board = given(creature("imp", ANN, text), **of_three, life={ANN: 20, BOB: 15, CAT: life_of_cat})
        board.when(attack(imp=BOB)).then(triggers(**times))


@pytest.mark.parametrize(
    "asked",
    [
        "that player has more cards in hand than each other player",
        "that player has more life than each other player",
        "that player controls more lands than each other player",
    ],
)
def test_besides_somebody_else_than_you_it_is_declined(asked: str) -> None:
    """They are the others than that player, and you are one of them."""
    (ability,) = read_permanent(f"Whenever this creature deals combat damage to a player, draw a card if {asked}.")
    assert isinstance(ability, a.Triggered) and ability.does is None


def test_the_owner_of_a_creature_that_is_named_by_whose_it_is() -> None:
    law = creature("law", ANN, "Whenever you attack with a creature an opponent owns, that player loses 2 life.")
    board = given(law, creature("imp", ANN, owner=CAT), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB), resolve()).then(life(Bob=20, Cat=18))


def test_that_player_is_somebody() -> None:
    """Nobody is named but the players whom several creatures attack, each another one."""
    text = "Whenever ~ attacks, each creature you control attacking a player gets +1/+0 for each creature that player controls."
    (ability,) = read_permanent(text.replace("for each", "until end of turn for each"))
    assert isinstance(ability, a.Triggered) and ability.does is None


DAN = "Dan"
GONE = enchantment("drain", DAN, "Whenever a creature attacks, defending player loses 5 life.")


@pytest.mark.parametrize(
    ("text", "attacking"),
    [
        ("create a 1/1 red Goblin creature token that's tapped and attacking.", BOB),
        ("create a 1/1 red Goblin creature token that's tapped and attacking that player.", None),
    ],
)
def test_what_enters_attacking_where_the_attacked_player_has_left(text: str, attacking: str | None) -> None:
    """508.4, 508.4a: it attacks whom its controller chooses, or, where that player is stated, nobody."""
    imp = creature("imp", ANN, f"Whenever this creature attacks a player, {text}")
    board = given(imp, GONE, players=(ANN, BOB, CAT, DAN), life={ANN: 20, BOB: 20, CAT: 3, DAN: 20})
    game = board.when(attack(imp=CAT), resolve()).outcome().game
    assert CAT not in game.board.players
    (token,) = (each.id for each in game.board.permanents.values() if each.token)
    attack_of_token = game.state.combat.attackers.get(token)
    assert (None if attack_of_token is None else attack_of_token.target) == attacking


def test_whom_you_attacked_counts_though_they_have_left_the_game() -> None:
    text = "Whenever this creature attacks, you gain X life, where X is the number of players you attacked this combat."
    board = given(
        creature("imp", ANN, text),
        creature("ox", ANN),
        GONE,
        players=(ANN, BOB, CAT, DAN),
        life={ANN: 20, BOB: 20, CAT: 3, DAN: 20},
    )
    board.when(attack(imp=BOB, ox=CAT), resolve()).then(life(Ann=22))


LOSER = "the chosen player loses 1 life."


@pytest.mark.parametrize(
    ("text", "who"),
    [(LOSER, "chosen before"), (f"target player draws a card, then {LOSER}", "chosen"), (f"choose an opponent. {LOSER}", None)],
)
def test_the_chosen_player_is_one_that_the_ability_itself_chose_or_that_another_did(text: str, who: str | None) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}", types=["Creature"])
    does = getattr(ability, "does", None)
    assert {part.who for part in parts_of(does) if isinstance(part, a.Players)} == {who} - {None}


def test_the_chosen_player_is_stated() -> None:
    text = "Whenever this creature is dealt damage, it deals that much damage to the chosen player."
    imp, guard = creature("imp", ANN, text, power=1), creature("guard", BOB, power=3)
    chosen = {"states": {"facts": {CAT: ["the chosen player"]}}}
    board, fight = given(imp, guard, players=(ANN, BOB, CAT)), (attack(imp=BOB), block(guard="imp"), damage(), resolve())
    board.when(chosen, *fight).then(life(Bob=20, Cat=17))
    board.when(*fight).then(not_carried_out("imp", "the chosen player"))


@pytest.mark.parametrize("much", ["the damage", "that damage"])
def test_cards_equal_to_the_damage(much: str) -> None:
    assert as_it_hits(f"that player discards cards equal to {much}.").outcome().game.board.hand[BOB] == 0


def test_the_player_is_the_one_who_was_named() -> None:
    text = "look at that player's hand and choose a card from it. The player discards that card."
    yak = creature("yak", BOB)
    board = as_it_hits(text, cards=[yak]).outcome().game.board
    assert (board.cards["yak"].zone, board.hand[BOB]) == ("graveyard", 1)
    board = as_it_hits("that player shuffles their graveyard into their library.").outcome().game.board
    assert (board.graveyard[ANN], board.graveyard[BOB]) == (2, 0)


def test_what_the_player_who_did_it_does() -> None:
    text = (
        "Whenever this creature becomes blocked by a creature, that creature's controller sacrifices it at end of combat. If the "
        "player does, they create a 0/2 colorless Wall artifact creature token with defender."
    )
    game = (
        given(creature("imp", ANN, text), creature("ox", BOB, toughness=5))
        .when(attack(imp=BOB), block(ox="imp"), resolve(), damage(), {"end_of_combat": True}, resolve())
        .then()
        .game
    )
    (wall,) = (each for each in game.board.permanents.values() if each.token)
    assert "ox" not in game.board.permanents and wall.controller == BOB


def test_they_are_those_to_whom_damage_is_dealt() -> None:
    text = "it deals X damage to defending player, where X is the number of tapped creatures they control."
    as_it_attacks(text, *BOARD).then(life(Bob=19))


def test_a_battle_is_dealt_damage_by_whom_it_is_protected() -> None:
    text = (
        "Whenever this creature deals combat damage to a player, it deals that much damage to target planeswalker that player "
        "controls or battle that player protects."
    )
    ours, theirs = battle("gate", ANN, BOB), battle("moat", BOB, ANN)
    board = given(creature("imp", ANN, text), ours, theirs)
    hit = attack(imp=BOB), block(), damage()
    board.when(*hit, resolve(1, {"source": "imp", "targets": ["gate"]})).then(has("gate", defense=1))
    board.when(*hit, resolve(1, {"source": "imp", "targets": ["moat"]})).then(illegal("603.3d"))


@pytest.mark.parametrize(
    "effect",
    ["that player loses 2 life and target opponent gains 1 life.", "they lose 2 life. Target player gains 1 life."],
)
def test_who_is_meant_before_a_target_player_is_declined(effect: str) -> None:
    """ "That player" is whom it dealt damage, and the target afterwards."""
    (ability,) = read_permanent(f"Whenever this creature deals combat damage to a player, {effect}", types=("Creature",))
    assert ability.does is None  # type: ignore[union-attr]


def gained(outcome: Any) -> bool:
    return bool(outcome.game.board.life[ANN] == 21)


GAINS = "you gain 1 life."


def imp_attacks(text: str, *others: dict[str, Any], **more: Any) -> Any:
    """Ann's imp imp_attacks Bob, and what triggers resolves."""
    return given(creature("imp", ANN, text), *others, players=(ANN, BOB, CAT), **more).when(attack(imp=BOB), resolve())


HIS = land("moor", BOB, "Swamp"), land("fen", BOB, "Swamp")


@pytest.mark.parametrize("asked", ["that player controls more lands than you", "you control fewer lands than that player"])
@pytest.mark.parametrize(
    "when", ["Whenever this creature attacks a player, if {}, ", "Whenever this creature attacks a player, {}"]
)
def test_that_player_is_who_is_attacked(asked: str, when: str) -> None:
    text = when.format(asked) + GAINS if "if" in when else f"{when.format('scry 1.')} If {asked}, {GAINS}"
    assert gained(imp_attacks(text, *HIS).outcome())
    assert not gained(imp_attacks(text, *(each | {"controller": CAT} for each in HIS)).outcome())


@pytest.mark.parametrize(("asked", "is_so"), [("they control a land", True), ("that player has more life than you", False)])
def test_that_player_is_who_is_dealt_damage(asked: str, is_so: bool) -> None:
    text = f"Whenever this creature deals combat damage to a player, if {asked}, {GAINS}"
    board = given(creature("imp", ANN, text), *HIS, life={ANN: 20, BOB: 20}).when(attack(imp=BOB), block(), damage(), resolve())
    assert gained(board.outcome()) == is_so


@pytest.mark.parametrize("asked", ["that player has more life than you", "they control a Goblin"])
def test_that_player_is_who_attacks_you(asked: str) -> None:
    text = f"Whenever an opponent attacks you, if {asked}, put a +1/+1 counter on this creature."
    for so in (True, False):
        board = given(
            creature("imp", ANN),
            creature("guard", BOB, text),
            *([creature("gob", ANN, subtypes=["Goblin"])] if so else [creature("gob", BOB, subtypes=["Goblin"])]),
            life={ANN: 15 if so else 9, BOB: 10},
        )
        board.when(attack(imp=BOB)).then(triggers(guard=int(so)))
