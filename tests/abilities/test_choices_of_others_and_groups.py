"""What enters blocking, what becomes unblocked, who died together, control for as long as, and choices that aren't one's own."""

from referee import (
    ANN,
    BOB,
    attack,
    block,
    blocked,
    blocking,
    creature,
    damage,
    given,
    has,
    left,
    life,
    resolve,
    sizes,
    unblocked,
)

IMP = creature("imp", ANN, power=4, toughness=4)


def test_a_token_enters_blocking() -> None:
    text = "Whenever this creature blocks a creature, create a 1/1 white Cat creature token that's blocking that creature."
    fight = attack(imp=BOB), block(elf="imp"), resolve()
    given(IMP, creature("elf", BOB, text)).when(*fight).then(blocking(elf=["imp"], **{"elf token 1": ["imp"]}))


def test_what_only_it_blocked_becomes_unblocked() -> None:
    text = (
        "Whenever this creature blocks, remove it from combat. Creatures it was blocking that had become blocked by only this "
        "creature this combat become unblocked."
    )
    board = given(IMP, creature("ape", ANN), creature("elf", BOB, text), creature("ox", BOB))
    board.when(attack(imp=BOB, ape=BOB), block(elf="imp"), resolve()).then(unblocked("imp", "ape"))
    board.when(attack(imp=BOB, ape=BOB), block(elf="imp", ox="imp"), resolve()).then(blocked("imp"))


def test_one_of_those_that_died_together_returns() -> None:
    text = "Whenever one or more attacking creatures you control die, return one of them to the battlefield tapped."
    board = given(
        creature("ape", ANN),
        creature("bat", ANN, power=3),
        creature("nun", ANN, text),
        creature("wall", BOB, power=9, toughness=9),
    )
    fight = attack(ape=BOB, bat=BOB), block(wall="bat"), damage(), resolve("all", {"source": "nun", "chosen": ["bat"]})
    board.when(*fight).then(has("bat #2", tapped=True, power=3))


def test_control_ends_once_its_condition_does() -> None:
    text = "Whenever this creature attacks, gain control of target creature an opponent controls for as long as you control ~."
    board = given(
        creature("imp", ANN, text.replace("~", "this creature")), creature("ox", BOB), creature("wall", BOB, power=9, toughness=9)
    )
    won = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]}))
    assert won.then().game.board.permanents["ox"].controller == ANN
    fight = attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]}), block(wall="imp"), damage()
    assert board.when(*fight).then(left("imp")).game.board.permanents["ox"].controller == BOB


def test_a_mode_is_chosen_once_a_turn() -> None:
    modes = "\n• You gain 1 life.\n• It gets +1/+0 until end of turn."
    text = f"Whenever a creature you control attacks, choose one that hasn't been chosen this turn —{modes}"
    board = given(creature("imp", ANN, text), creature("ape", ANN))
    board.when(attack(imp=BOB, ape=BOB), resolve()).then(life(Ann=21))


def test_the_defending_player_chooses_the_target() -> None:
    text = "Whenever this creature attacks, put a +1/+1 counter on target creature of defending player's choice."
    given(creature("imp", ANN, text), creature("ox", BOB)).when(attack(imp=BOB), resolve()).then(sizes(ox="3/3"))
