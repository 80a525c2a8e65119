"""702.45: it gets +N/+N until end of turn when it blocks or becomes blocked."""

from referee import ANN, BOB, CLEANUP, attack, block, creature, damage, dies, given, resolve, resolved, sizes

SAMURAI, RONIN = creature("samurai", ANN, "Bushido 1"), creature("ronin", BOB, "Bushido 2")


def test_it_grows_as_its_ability_resolves_and_not_before() -> None:
    board = given(SAMURAI, creature("guard", BOB))
    board.when(attack(samurai=BOB), block(guard="samurai")).then(sizes(samurai="2/2"))
    board.when(attack(samurai=BOB), block(guard="samurai"), resolve()).then(sizes(samurai="3/3"), resolved("samurai"))


def test_two_of_them_fight_as_big_as_they_are_then() -> None:
    given(SAMURAI, RONIN).when(attack(samurai=BOB), block(ronin="samurai"), resolve(), damage()).then(dies(None, "samurai"))


def test_the_last_ability_put_on_the_stack_resolves_first_and_the_active_players_was_first() -> None:
    given(SAMURAI, RONIN).when(attack(samurai=BOB), block(ronin="samurai"), resolve(1)).then(
        sizes(samurai="2/2", ronin="4/4"), resolved("ronin")
    )


def test_however_many_block_it_it_grows_once() -> None:
    board = given(SAMURAI, creature("guard", BOB), creature("wall", BOB))
    board.when(attack(samurai=BOB), block(guard="samurai", wall="samurai"), resolve()).then(sizes(samurai="3/3"))


def test_each_instance_adds_up() -> None:
    board = given(creature("samurai", ANN, "Bushido 1\nBushido 2"), creature("guard", BOB))
    board.when(attack(samurai=BOB), block(guard="samurai"), resolve()).then(sizes(samurai="5/5"))


def test_it_wears_off_in_the_cleanup_step() -> None:
    board = given(SAMURAI, creature("guard", BOB))
    board.when(attack(samurai=BOB), block(guard="samurai"), resolve(), CLEANUP).then(sizes(samurai="2/2"))
