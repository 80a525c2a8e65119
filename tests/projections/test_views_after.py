"""What abilities see after something happened is what they see on that board looked at anew."""

from contextlib import suppress
from random import Random

import pytest
from declarant import Game, IllegalDeclaration, InvalidInput, permanent
from declarant.handlers.view.view import View

TEXTS = (
    *("", "Flying", "Menace, trample", "Banding", "Living metal", "Exalted", "Bushido 1", "This creature can't block."),
    *(
        "Other creatures you control get +1/+1.",
        "Creatures you control have flying.",
        "Creatures your opponents control lose flying.",
    ),
    *("All creatures able to block this creature do so.", "Whenever this creature attacks, you gain 1 life."),
)


def _seen(view: View) -> tuple[object, ...]:
    keywords = {id: view.keywords(id) for id in view.permanents}
    return view.permanents, view.abilities, list(view.every_held()), view.goaded_by, keywords, view.as_stated


@pytest.mark.parametrize("seed", range(12))
def test_it_is_the_same_step_by_step_as_all_at_once(seed: int) -> None:
    random, game = Random(seed), Game.start(["Ann", "Bob"], rules="2024-06-07")
    texts = random.sample(TEXTS, 4)
    earlier = View(game.decider.state)
    for number in range(12):
        there = list(game.view.permanents)
        if there and random.random() < 0.3:
            random.choice((game.leave, game.phase_out))(random.choice(there))
        else:
            free = [f"c{each}" for each in range(number + 1) if f"c{each}" not in game.board.permanents]
            counters = {"flying": 1} if random.random() < 0.1 else {}
            size = {"power": 2, "toughness": 20, "counters": counters}
            player, text = random.choice(("Ann", "Bob")), random.choice(texts)
            game.enter(permanent(random.choice(free), player, types=["Creature"], text=text, **size))
        anew = View(game.decider.state)
        assert _seen(game.view) == _seen(anew)
        if number % 3 == 0:  # several permanents have come and gone since
            assert _seen(earlier.after(game.decider.state)) == _seen(anew)
            earlier = anew


def test_one_that_left_as_another_entered_is_not_seen_and_the_other_is() -> None:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    for id in ("ox", "elf"):
        game.enter(permanent(id, "Ann", types=["Creature"], power=2, toughness=2, text="Flying"))
    earlier = View(game.decider.state)
    for gone, come in (("elf", "yak"), ("ox", None)):  # as many as before, and one less
        game.leave(gone)
        if come is not None:
            game.enter(permanent(come, "Bob", types=["Creature"], power=2, toughness=2, text="Menace"))
        assert _seen(earlier.after(game.decider.state)) == _seen(View(game.decider.state))


ASKING = (
    *("Other creatures you control get +1/+1.", "Creatures your opponents control have flying.", "Living metal"),
    *("Attacking creatures you control get +1/+1.", "Tapped creatures you control have menace.", "Blocking creatures get +1/+0."),
    *("As long as it's your turn, this creature gets +1/+0.", "As long as this creature is untapped, it gets +0/+1."),
    "This creature gets +1/+1 for each other creature you control.",
    "As long as you have 15 or less life, creatures you control have trample.",
)


@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_same_whatever_becomes_of_the_permanents_in_a_combat(seed: int) -> None:
    random = Random(seed)
    for _ in range(3):
        game = Game.start(["Ann", "Bob"], rules="2024-06-07")
        for number in range(6):
            text, size = random.choice(ASKING), {"power": 2, "toughness": 3, "counters": random.choice(({}, {"-1/-1": 1}))}
            game.enter(permanent(f"c{number}", ("Ann", "Bob")[number % 2], types=["Creature"], text=text, **size))
        earlier = View(game.decider.state)

        def is_seen_alike(now: Game, earlier: View = earlier) -> None:
            anew = _seen(View(now.decider.state))
            assert _seen(now.view) == _seen(earlier.after(now.decider.state)) == anew

        game.declare_attackers({each: "Bob" for each in ("c0", "c2", "c4") if random.random() < 0.7})
        is_seen_alike(game)
        if game.combat.attackers:
            blocks = {each: [random.choice([*game.combat.attackers])] for each in ("c1", "c3", "c5") if random.random() < 0.5}
            with suppress(IllegalDeclaration):
                game.declare_blockers(blocks)
            is_seen_alike(game)
            with suppress(IllegalDeclaration, InvalidInput):
                game.deal_combat_damage()
            is_seen_alike(game)
            game.end_combat()
        game.change(random.choice([*game.view.permanents]), tapped=random.random() < 0.5)
        is_seen_alike(game)
        game.begin_turn("Bob")
        is_seen_alike(game)
