"""Tokens of a size that is counted, one of several of one's choice, incubate; how copies differ (707.9); what is exiled instead
of leaving otherwise."""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks, as_it_dies
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, attacking, block, creature, damage, enchantment, given, has, permanent, resolve, sizes

FIRST = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices})
    return given(creature("imp", ANN, FIRST + text), *others).when(attack(imp=BOB), resolution)


def test_a_token_is_as_large_as_is_counted_once() -> None:
    text = "create a green Ooze creature token with base power and toughness each equal to the number of creatures you control."
    attacks(text, creature("ox", ANN), creature("elk", BOB)).then(sizes(**{"imp token 1": "2/2"}))


def test_its_size_is_the_power_of_those_that_died() -> None:
    text = (
        "Whenever one or more creatures you control die, create a green Fungus creature token with base power and toughness each "
        "equal to the total power of those creatures."
    )
    board = (
        permanent("urn", ANN, text, types=("Enchantment",)),
        creature("ox", ANN, power=3, toughness=2),
        creature("elk", ANN, power=2, toughness=1),
        creature("wall", BOB, power=5, toughness=9),
        creature("bear", BOB, power=1, toughness=9),
    )
    fight = attack(ox=BOB, elk=BOB), block(wall=["ox"], bear=["elk"]), damage(), resolve()
    given(*board).when(*fight).then(sizes(**{"urn token 1": "5/5"}))


@pytest.mark.parametrize(("mode", "type"), [(0, "Food"), (1, "Treasure")])
def test_one_of_several_tokens_is_chosen(mode: int, type: str) -> None:
    outcome = attacks("create your choice of a Food token or a Treasure token.", modes=[mode]).outcome()
    assert outcome.game.board.permanents["imp token 1"].types == {"Artifact", type}


def test_incubate_puts_counters_on_the_token() -> None:
    attacks("incubate 3.").then(has("imp token 1", counters={"+1/+1": 3}))


def test_tokens_that_enter_attacking() -> None:
    outcome = attacks("create two 1/1 white Soldier creature tokens. They enter tapped and attacking.")
    outcome.then(attacking(**{"imp": BOB, "imp token 1": BOB, "imp token 2": BOB}))


@pytest.mark.parametrize(
    ("differs", "types", "size"),
    [
        ("it's a 4/4 black Zombie", {"Creature", "Legendary", "Zombie"}, "4/4"),
        ("it isn't legendary and is a 1/1 Spirit in addition to its other types", {"Creature", "Bear", "Spirit"}, "1/1"),
        ("it's 1/1 and has flying", {"Creature", "Legendary", "Bear"}, "1/1"),
    ],
)
def test_how_a_copy_differs(differs: str, types: set[str], size: str) -> None:
    text = f"create a token that's a copy of target creature an opponent controls, except {differs}."
    bear = creature("bear", BOB, types=("Legendary", "Creature", "Bear"), colors=["G"])
    outcome = attacks(text, bear, targets=["bear"]).outcome()
    token = outcome.game.board.permanents["imp token 1"]
    assert (token.types, f"{token.power}/{token.toughness}") == (types, size)
    assert token.colors == ({"B"} if "black" in differs else {"G"})
    assert ("flying" in outcome.game.view.keywords("imp token 1")) == ("flying" in differs)


def test_a_copy_that_is_no_creature_has_no_creature_type() -> None:
    """205.3d."""
    text = "create a token that's a copy of target artifact, except it's a Spirit in addition to its other types."
    outcome = attacks(text, permanent("urn", BOB, types=("Artifact",)), targets=["urn"]).outcome()
    assert outcome.game.board.permanents["imp token 1"].types == {"Artifact"}


@pytest.mark.parametrize(
    ("differs", "types"),
    [
        ("it's an enchantment and loses all other card types", {"Legendary", "Enchantment"}),
        ("it's an artifact and it loses all other card types", {"Legendary", "Artifact", "Equipment"}),
        (
            'it\'s a Food artifact with "{2}: Scry 1," and it loses all other card types',
            {"Legendary", "Artifact", "Equipment", "Food"},
        ),
    ],
)
def test_a_copy_without_its_other_card_types(differs: str, types: set[str]) -> None:
    """205.1a: the subtypes of these go with them; of what died it is a copy of the card."""
    copies = f"If you do, create a token that's a copy of that card, except {differs}."
    text = f"Whenever another creature you control dies, you may exile it. {copies}"
    bear = creature(
        "bear", ANN, types=("Legendary", "Artifact", "Creature"), subtypes=("Equipment", "Bear"), power=2, toughness=2
    )
    board = given(permanent("urn", ANN, text, types=("Enchantment",)), bear, creature("wall", BOB, power=2, toughness=5))
    outcome = board.when(
        attack(bear=BOB), block(wall=["bear"]), damage(), resolve("all", {"source": "urn", "accept": [True]})
    ).outcome()
    assert not outcome.game.stack.marks
    assert outcome.game.board.permanents["urn token 1"].types == types


RETURNS = (
    "return target creature card from your graveyard to the battlefield. If it would leave the battlefield, exile it instead of "
    "putting it anywhere else."
)


@pytest.mark.parametrize(
    ("how", "leaves"),
    [
        ("Sacrifice it.", True),
        ("Return it to its owner's hand.", True),
        ("Put it on top of its owner's library.", True),
        ("", False),
    ],
)
def test_what_would_leave_is_exiled_instead(how: str, leaves: bool) -> None:
    ox = creature("ox", ANN)
    board = given(creature("imp", ANN, f"{FIRST}{RETURNS} {how}"), graveyard={ANN: 1})
    chosen = {"source": "imp", "cards": [ox], "targets": ["ox"]}
    outcome = board.when(attack(imp=BOB), resolve("all", chosen)).outcome()
    assert not outcome.game.stack.marks
    zones = {id: each.zone for id, each in outcome.game.board.cards.items()}
    assert (set(zones.values()) == {"exile"}) == leaves and ("exile" in zones.values() or len(outcome.game.board.permanents) == 2)


def test_a_copy_of_what_left_is_a_copy_of_what_it_was() -> None:
    """608.2h, 707.2: of what it had become a copy of."""
    copies = "Whenever a nontoken creature you control dies, create a token that's a copy of that creature."
    altar = enchantment("altar", ANN, copies)
    text = "Whenever this creature attacks, it becomes a copy of target creature you don't control, except it's an Ogre."
    board = given(creature("imp", ANN, text), creature("elk", BOB, power=5, toughness=1), creature("ox", BOB, power=9), altar)
    chosen = {"source": "imp", "targets": ["elk"]}
    outcome = board.when(attack(imp=BOB), resolve("all", chosen), block(ox="imp"), damage(), resolve()).outcome()
    tokens = [each for each in outcome.game.board.permanents.values() if each.token]
    assert [(each.name, each.size) for each in tokens] == [("Elk", "5/1")]


def test_a_copy_of_a_given_size_and_type_has_no_ability_that_defines_these() -> None:
    """707.9d."""
    text = (
        "Whenever this creature attacks, create a tapped and attacking token that's a copy of target creature you control, "
        "except it's a 3/3 black Wraith with menace."
    )
    many = "This creature's power and toughness are each equal to the number of creatures you control."
    for own, lord in ((many, ""), ("Changeling", "Elves you control get +1/+1.")):
        ox = creature("ox", ANN, own, power=2, toughness=2, stated=False)
        chosen = {"source": "imp", "targets": ["ox"]}
        board = given(creature("imp", ANN, text), ox, enchantment("lord", ANN, lord))
        game = board.when(attack(imp=BOB), resolve("all", chosen)).outcome().game
        (token,) = (each for each in game.view.permanents.values() if each.token)
        assert token.size == "3/3" and "changeling" not in game.view.keywords(token.id)


def test_a_copy_of_a_card_that_was_exiled() -> None:
    text = (
        "exile target creature card from your graveyard. Create a token that's a copy of it, except it's a 4/4 black Zombie and "
        "isn't legendary."
    )
    yak = creature("yak", ANN, types=["Legendary", "Yak"], power=1)
    done = as_it_attacks(text, targets=["yak"], cards=[yak])
    done.then(has("imp token 1", power=4, toughness=4, types=frozenset(("Creature", "Zombie"))))


def test_a_token_is_exiled_that_is_a_copy_of_what_died() -> None:
    text = "When this creature dies, create a token that's a copy of it. Exile that token at the beginning of the next end step."
    (ability,) = read_permanent(text, types=["Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is not None
    as_it_dies(text).then(has("imp token 1", power=3))


def test_a_token_is_as_large_as_its_ability_says() -> None:
    size = "This token's power and toughness are each equal to the number of creatures you control."
    text = f'When this creature dies, create a green Plant creature token with "{size}"'
    as_it_dies(text, creature("ape", ANN)).then(sizes(**{"imp token 1": "2/2"}))


def test_an_aura_that_is_created_has_its_name_and_what_it_says() -> None:
    does = (
        "create a white Aura enchantment token named Mark of the Deep attached to it. That token has enchant creature and "
        '"Enchanted creature gets +2/+2."'
    )
    attacks(does).then(sizes(imp="4/4"), has("imp token 1", name="Mark of the Deep"))


def test_a_token_is_named_by_the_name_of_its_maker() -> None:
    text = "Whenever Grum, the Wet attacks, create a 3/3 blue Serpent creature token named Grum's Tail."
    (ability,) = read_permanent(text, name="Grum, the Wet", types=["Legendary", "Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is not None
    (made,) = ability.does.instructions
    assert isinstance(made, a.CreatesTokens) and made.token is not None and made.token.name == "Grum's Tail"


def test_commas_stand_within_quotation_marks() -> None:
    blade = (
        'create Tusk, a white Equipment artifact token with "Equipped creature gets +2/+0," "Whenever equipped creature attacks, '
        'you gain 1 life," and equip {2}.'
    )
    attacks(f"{blade} Attach it to this creature.").then(sizes(imp="4/2"))


@pytest.mark.parametrize(
    "said",
    [
        "can't block this turn",
        "can't attack during its controller's next turn",
        "can't be blocked this turn as long as you control a Wall",
        "can't be blocked this turn and you gain 1 life",
        "gains haste until end of turn and attacks this combat if able",
    ],
)
def test_what_is_said_of_a_target_is_said_of_a_token_too(said: str) -> None:
    outcomes = []
    for made in ("tap target creature", "create a 0/1 white Wall creature token"):
        (ability,) = read_permanent(f"{FIRST}{made}. It {said}.")
        assert isinstance(ability, a.Triggered) and ability.does is not None
        outcomes.append("".join(each.model_dump_json() for each in ability.does.instructions[1:]))
    target, created = a.IsTarget(permanents=a.HasType(type="Creature")), a.IsCreated()
    assert outcomes[0].replace(target.model_dump_json(), created.model_dump_json()) == outcomes[1]


def test_a_token_cant_attack_during_its_controllers_next_turn() -> None:
    outcome = attacks("create a 1/1 red Goblin creature token. It can't attack during its controller's next turn.").outcome()
    assert not outcome.game.stack.marks
