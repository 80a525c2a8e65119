"""702.116: a tapped copy attacking each opponent but the defending player, exiled at end of combat."""

from referee import (
    ANN,
    BOB,
    CAT,
    CLEANUP,
    END_OF_COMBAT,
    attack,
    attacking,
    block,
    creature,
    damage,
    given,
    has,
    left,
    life,
    resolve,
    resolved,
)

ELF = creature("elf", ANN, "Myriad\nTrample", power=3)


def test_a_copy_attacks_each_other_opponent() -> None:
    board = given(ELF, players=(ANN, BOB, CAT, "Dan"))
    board.when(attack(elf=CAT), resolve()).then(
        attacking(elf=CAT, **{"elf token 1": BOB, "elf token 2": "Dan"}), has("elf token 1", tapped=True, token=True, power=3)
    )


def test_the_copies_are_exiled_at_end_of_combat() -> None:
    board = given(ELF, players=(ANN, BOB, CAT))
    fought = attack(elf=CAT), resolve(), block(), block(), damage()
    board.when(*fought, END_OF_COMBAT, resolve()).then(left("elf token 1"), resolved("elf"))


def test_all_copies_are_exiled_by_one_ability() -> None:
    """702.116a; so 702.181a: all Warriors of mobilize are sacrificed by one."""
    board = given(ELF, players=(ANN, BOB, CAT, "Dan"))
    fought = attack(elf=CAT), resolve(), block(), block(), block(), damage()
    board.when(*fought, END_OF_COMBAT, resolve()).then(left("elf token 1", "elf token 2"), resolved("elf"))
    mobilized = attack(elf=BOB), resolve(), block(), damage(), CLEANUP
    board = given(creature("elf", ANN, "Mobilize 2"))
    board.when(*mobilized).then(left("elf token 1", "elf token 2"), resolved("elf"))


def test_with_one_opponent_there_is_none() -> None:
    given(ELF).when(attack(elf=BOB), resolve()).then(attacking(elf=BOB), resolved("elf"))


def test_the_same_said_in_words() -> None:
    each = "for each opponent other than defending player, create a token that's a copy of this creature"
    text = f"Whenever this creature attacks, {each} that's tapped and attacking that player. Exile the tokens at end of combat."
    board = given(creature("elf", ANN, text), players=(ANN, BOB, CAT, "Dan"))
    board.when(attack(elf=CAT), resolve()).then(attacking(elf=CAT, **{"elf token 1": BOB, "elf token 2": "Dan"}))


def test_each_other_opponent_is_any_but_the_defending_player() -> None:
    text = "Whenever this creature attacks, each other opponent loses 2 life."
    given(creature("elf", ANN, text), players=(ANN, BOB, CAT)).when(attack(elf=CAT), resolve()).then(life(Bob=18, Cat=20))
