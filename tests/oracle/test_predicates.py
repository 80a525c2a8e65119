"""What is said of permanents."""

import pytest
from declarant.events.abilities import (
    ANYTHING,
    THIS,
    Ability,
    AllOf,
    AnyOf,
    AttachedTo,
    AttacksAsThough,
    AttacksWithoutTapping,
    BlockerCount,
    BlocksAdditional,
    BlocksAsThough,
    CantAttack,
    CantBlock,
    CharacteristicOf,
    ChoosesBlocks,
    Compares,
    ControlledBy,
    CountOf,
    DeclarationLimit,
    Designates,
    HasColor,
    HasKeyword,
    HasType,
    Is,
    IsInState,
    IsNamed,
    MustAttack,
    MustAttackWith,
    MustBeBlocked,
    MustBlock,
    NeedsCompany,
    Not,
    OnlyAlone,
    Players,
    Targets,
)
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from oracle.reading import effects, one, permanent

CREATURE = HasType(type="Creature")
FLYERS = AllOf(parts=(CREATURE, HasKeyword(keyword="flying")))
HOST = Is(role="host")
YOU = Players(who="you")
MINE = AllOf(parts=(CREATURE, ControlledBy(players=YOU)))
OTHERS = AllOf(parts=(CREATURE, Not(part=THIS)))


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("This creature can't attack.", [CantAttack(creatures=THIS)]),
        ("This creature can't block.", [CantBlock(blockers=THIS)]),
        ("This creature can't attack or block.", [CantAttack(creatures=THIS), CantBlock(blockers=THIS)]),
        ("Enchanted creature can't attack, block, or crew Vehicles.", [CantAttack(creatures=HOST), CantBlock(blockers=HOST)]),
        (
            "Enchanted creature can't attack or block, and its activated abilities can't be activated.",
            [CantAttack(creatures=HOST), CantBlock(blockers=HOST)],
        ),
        ("This creature can't block creatures with flying.", [CantBlock(blockers=THIS, attackers=FLYERS)]),
        ("This creature can block only creatures with flying.", [CantBlock(blockers=THIS, attackers=Not(part=FLYERS))]),
        (
            "This creature can't block or be blocked by creatures with flying.",
            [CantBlock(blockers=THIS, attackers=FLYERS), CantBlock(blockers=FLYERS, attackers=THIS)],
        ),
        ("This creature can't be blocked.", [CantBlock(attackers=THIS)]),
        ("This creature can't block and can't be blocked.", [CantBlock(blockers=THIS), CantBlock(attackers=THIS)]),
        ("This creature can't be blocked by creatures with flying.", [CantBlock(blockers=FLYERS, attackers=THIS)]),
        (
            "This creature can't be blocked except by creatures with flying.",
            [CantBlock(blockers=Not(part=FLYERS), attackers=THIS)],
        ),
        ("This creature can't be blocked by more than one creature.", [BlockerCount(attackers=THIS, maximum=1)]),
        ("This creature can't be blocked except by three or more creatures.", [BlockerCount(attackers=THIS, minimum=3)]),
        (
            "This creature can't be blocked unless all creatures defending player controls block it.",
            [BlockerCount(attackers=THIS, every=True)],
        ),
        (
            "Creatures with power less than this creature's power can't block it.",
            [
                CantBlock(
                    blockers=AllOf(
                        parts=(
                            CREATURE,
                            Compares(
                                characteristic="power", comparison="<", than=CharacteristicOf(characteristic="power", of="source")
                            ),
                        )
                    ),
                    attackers=THIS,
                )
            ],
        ),
        (
            "Creatures with flying can't attack you or block creatures you control.",
            [CantAttack(creatures=FLYERS, targets=Targets(players=YOU)), CantBlock(blockers=FLYERS, attackers=MINE)],
        ),
        (
            "Except for creatures named Grim Ox and artifact creatures, creatures you control can't attack.",
            [
                CantAttack(
                    creatures=AllOf(
                        parts=(
                            CREATURE,
                            ControlledBy(players=YOU),
                            Not(part=AllOf(parts=(CREATURE, IsNamed(name="Grim Ox")))),
                            Not(part=AllOf(parts=(HasType(type="Artifact"), CREATURE))),
                        )
                    )
                )
            ],
        ),
        (
            "This creature can't attack or block alone.",
            [
                NeedsCompany(action="attack", creatures=THIS, others=CREATURE),
                NeedsCompany(action="block", creatures=THIS, others=CREATURE),
            ],
        ),
        (
            "This creature can't attack unless at least two other creatures attack.",
            [NeedsCompany(action="attack", creatures=THIS, others=OTHERS, minimum=2)],
        ),
        (
            "This creature can't attack unless a black or green creature also attacks.",
            [
                NeedsCompany(
                    action="attack",
                    creatures=THIS,
                    others=AllOf(parts=(AnyOf(parts=(HasColor(color="B"), HasColor(color="G"))), CREATURE)),
                )
            ],
        ),
        (
            "This creature can't block unless a creature with greater power also blocks.",
            [
                NeedsCompany(
                    action="block",
                    creatures=THIS,
                    others=AllOf(
                        parts=(
                            CREATURE,
                            Compares(
                                characteristic="power",
                                comparison=">",
                                than=CharacteristicOf(characteristic="power", of="subject"),
                            ),
                        )
                    ),
                )
            ],
        ),
        ("This creature can attack only alone.", [OnlyAlone(action="attack", creatures=THIS)]),
        ("This creature can only attack alone.", [OnlyAlone(action="attack", creatures=THIS)]),
        (
            "No more than two creatures can attack you each combat.",
            [DeclarationLimit(action="attack", creatures=CREATURE, maximum=2, targets=Targets(players=YOU))],
        ),
        (
            "No more than one creature can block each turn.",
            [DeclarationLimit(action="block", creatures=CREATURE, maximum=1, period="turn")],
        ),
        ("This creature attacks each combat if able.", [MustAttack(creatures=THIS)]),
        ("This creature attacks or blocks each combat if able.", [MustAttack(creatures=THIS), MustBlock(blockers=THIS)]),
        (
            "Creatures you control attack each combat if able and attack a player other than you if able.",
            [MustAttack(creatures=MINE), MustAttack(creatures=MINE, targets=Targets(players=Players(who="others")))],
        ),
        ("If this creature attacks, all creatures you control attack if able.", [MustAttack(creatures=MINE, if_attacks=THIS)]),
        ("If a creature you control attacks, this creature also attacks if able.", [MustAttack(creatures=THIS, if_attacks=MINE)]),
        (
            "If a creature an opponent controls attacks, all creatures that opponent controls attack if able.",
            [
                MustAttack(
                    creatures=AllOf(parts=(CREATURE, ControlledBy(players=Players(who="opponents")))),
                    if_attacks=AllOf(parts=(CREATURE, ControlledBy(players=Players(who="controller")))),
                )
            ],
        ),
        ("This creature blocks each combat if able.", [MustBlock(blockers=THIS)]),
        ("All creatures able to block this creature do so.", [MustBlock(blockers=ANYTHING, attackers=THIS)]),
        ("All Walls able to block this creature do so.", [MustBlock(blockers=HasType(type="Wall"), attackers=THIS)]),
        (
            "Enchanted creature gets +4/+4, and all creatures able to block it do so.",
            [MustBlock(blockers=ANYTHING, attackers=HOST)],
        ),
        ("This creature must be blocked if able.", [MustBeBlocked(attackers=THIS)]),
        (
            "This creature must be blocked by two or more creatures if able.",
            [MustBeBlocked(attackers=THIS, blockers=CREATURE, minimum=2)],
        ),
        (
            "This creature must be blocked by exactly one creature if able.",
            [MustBeBlocked(attackers=THIS, blockers=CREATURE, maximum=1)],
        ),
        ("This creature must be blocked by a Wall if able.", [MustBeBlocked(attackers=THIS, blockers=HasType(type="Wall"))]),
        ("This creature can block an additional creature each combat.", [BlocksAdditional(blockers=THIS)]),
        ("This creature can block an additional seven creatures each combat.", [BlocksAdditional(blockers=THIS, number=7)]),
        (
            "This creature can block an additional creature each combat for each Equipment attached to it.",
            [
                BlocksAdditional(
                    blockers=THIS,
                    number=CountOf(filter=AllOf(parts=(HasType(type="Equipment"), AttachedTo(other="source")))),
                )
            ],
        ),
        ("This creature can block any number of creatures.", [BlocksAdditional(blockers=THIS, number=None)]),
        (
            "This creature can attack as though it didn't have defender.",
            [AttacksAsThough(creatures=THIS, as_though="without defender")],
        ),
        ("Enchanted creature can attack as though it had haste.", [AttacksAsThough(creatures=HOST, as_though="with haste")]),
        (
            "This creature can block creatures with shadow as though it had shadow.",
            [
                BlocksAsThough(
                    blockers=THIS, attackers=AllOf(parts=(CREATURE, HasKeyword(keyword="shadow"))), with_keyword="shadow"
                )
            ],
        ),
        (
            "Creatures with forestwalk can be blocked as though they didn't have forestwalk.",
            [BlocksAsThough(attackers=AllOf(parts=(CREATURE, HasKeyword(keyword="forestwalk"))), attacker_without="forestwalk")],
        ),
        (
            "Tapped creatures you control can block as though they were untapped.",
            [
                BlocksAsThough(
                    blockers=AllOf(parts=(IsInState(state="tapped"), CREATURE, ControlledBy(players=YOU))), untapped=True
                )
            ],
        ),
        ("Attacking doesn't cause creatures you control to tap.", [AttacksWithoutTapping(creatures=MINE)]),
        ("Enchanted creature gets +2/+2 and is goaded.", [Designates(creatures=HOST, designation="goaded")]),
    ],
)
def test_a_sentence_is_read(sentence: str, meant: list[Ability]) -> None:
    assert permanent(sentence) == meant


@pytest.mark.parametrize(
    "sentence",
    [
        "Untapped creatures you control get +0/+2.",
        "Spells you cast cost {1} less to cast for each attacking creature.",
    ],
)
def test_a_sentence_that_only_mentions_combat_says_nothing(sentence: str) -> None:
    assert read_permanent(sentence) == ()


@pytest.mark.parametrize(
    ("sentence", "unread"),
    [
        ("This creature can't block on Tuesdays.", "on Tuesdays."),
        ("This creature can't be blocked except by two or more creatures with flying.", "with flying."),
        ("Creatures can't attack wherever they like.", "wherever they like."),
        ("This creature can't attack its friend.", "its friend."),
        ("This creature can't block this turn.", "This creature can't block this turn."),
    ],
)
def test_a_refusal_says_which_words_were_not_understood_and_where(sentence: str, unread: str) -> None:
    with pytest.raises(WordingNotUnderstood) as refusal:
        read_permanent(f"Flying\n{sentence}", where="battlefield[0].text")
    assert refusal.value.found == repr(unread)
    assert refusal.value.where == f"battlefield[0].text, character {len('Flying') + 1 + sentence.index(unread)}"


def test_whom_an_attack_may_not_be_at() -> None:
    for words, who in (("its owner", "owner"), ("a player it has already attacked this turn", "attacked before")):
        at_whom = Targets(players=Players.model_validate({"who": who}))
        assert one(f"This creature can't attack {words}.") == CantAttack(creatures=THIS, targets=at_whom)


def test_only_some_may_attack() -> None:
    others = AllOf(parts=(CREATURE, Not(part=AllOf(parts=(HasType(type="Land"), CREATURE)))))
    assert one("Only land creatures can attack.") == CantAttack(creatures=others)


def test_players_are_limited_and_required() -> None:
    theirs = AllOf(parts=(CREATURE, ControlledBy(players=Players(who="opponents"))))
    assert one("Each opponent can't block with more than one creature.") == DeclarationLimit(
        action="block", creatures=theirs, maximum=1
    )
    assert one("Each opponent must attack with at least one creature each combat if able.") == MustAttackWith(
        players=Players(who="opponents"), creatures=CREATURE
    )
    assert one("Each opponent must attack you or a planeswalker you control with at least one creature each combat if able.") == (
        MustAttackWith(
            players=Players(who="opponents"),
            creatures=CREATURE,
            targets=Targets(players=Players(who="you"), planeswalkers=Players(who="you")),
        )
    )


def test_somebody_else_chooses_how_creatures_block() -> None:
    assert effects("You choose which creatures block this turn and how those creatures block.") == [
        ChoosesBlocks(players=Players(who="you"))
    ]
    assert one("The attacking player chooses how each creature blocks each combat.") == ChoosesBlocks(
        players=Players(who="active")
    )


def test_a_designation_ends() -> None:
    for word in ("goaded", "suspected"):
        ended = one(f"All {word} creatures are no longer {word}.")
        assert isinstance(ended, Designates)
        assert (ended.kind, ended.designation, ended.no_longer) == ("designates", word, True)


def test_all_other_abilities_are_lost_as_all_are() -> None:
    (lost,) = read_permanent("Enchanted creature loses all other abilities.")
    assert lost.kind == "removes"


@pytest.mark.parametrize("said", ["choose a color", "exile the top card of your library"])
def test_what_is_done_as_it_attacks_says_nothing_of_declarations(said: str) -> None:
    assert read_permanent(f"As this creature attacks, {said}.") == ()
    with pytest.raises(WordingNotUnderstood):
        read_permanent("As this creature attacks, goad target creature.")


@pytest.mark.parametrize("action", ["attacks", "blocks"])
@pytest.mark.parametrize("done", ["prevent all damage", "prevent all combat damage this turn", "it deals 2 damage to you"])
def test_what_is_done_to_damage_as_it_attacks_or_blocks_is_declined(action: str, done: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"As this creature {action}, choose a color, then {done}.")


@pytest.mark.parametrize("each", ["of them", "blocking creature", "of those creatures"])
def test_a_cost_for_each_blocking_creature_is_a_cost_of_one(each: str) -> None:
    text = "Creatures can't block unless their controller pays {{1}} for each {}."
    (cost,) = read_permanent(text.format(each))
    (usual,) = read_permanent(text.format("of those creatures"))
    assert cost.model_copy(update={"text": ""}) == usual.model_copy(update={"text": ""})


@pytest.mark.parametrize("said", ["attack or be blocked", "attack you or be blocked by Goblins", "block or be blocked"])
def test_what_cant_attack_or_be_blocked_isnt_taken_for_what_cant_be_blocked(said: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"This creature can't {said}.")
    assert len(read_permanent("This creature can't block or be blocked by Goblins.")) == 2


GOBLINS, ELVES = (
    CountOf(filter=AllOf(parts=(HasType(type=each), ControlledBy(players=Players(who="you"))))) for each in ("Goblin", "Elf")
)


@pytest.mark.parametrize(
    ("said", "sizes"),
    [
        ("get +X/-0, where X is the number of Goblins you control", {"power": GOBLINS}),
        (
            "get +X/+Y, where X is the number of Goblins you control and Y is the number of Elves you control",
            {"power": GOBLINS, "toughness": ELVES},
        ),
        (
            "have base power and toughness X/4, where X is the number of Elves you control",
            {"base_power": ELVES, "base_toughness": 4},
        ),
    ],
)
def test_what_x_is_is_said_further_on(said: str, sizes: dict[str, object]) -> None:
    (change,) = read_permanent(f"Walls {said}.", derived=True)
    assert {name: getattr(change, name) for name in sizes} == sizes


@pytest.mark.parametrize("who", ["Walls", "creatures defending player controls", "creatures with flying"])
def test_what_all_have_to_block_isnt_what_any_may(who: str) -> None:
    assert isinstance(one(f"This creature can't be blocked except by {who}."), CantBlock)
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"This creature can't be blocked except by all {who}.")
