"""A combat as the reference sees it, played line by line; after each line both must see the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from abilities.reference import ME, YOU, Creature, Fight, Trigger
from declarant import Enlist, Game, permanent
from declarant.events.errors import FactNotStated
from declarant.events.facts import FactsStated
from declarant.handlers.procedure.commands import OrderTriggers
from declarant.handlers.resolution.choices import Choices

RULES = "2025-06-06"
Board = list[tuple[str, str, int, int, tuple[str, ...]]]
"""Creatures: id, owner, power, toughness, sentences."""


def drawn(board: Board, attackers: list[str], blocks: dict[str, str], random: Random) -> Fight:
    """One way the combat can go, each choice at random. Raises Endless."""
    fight = Fight([Creature(*each) for each in board], attackers, blocks, random.randrange)
    fight.run()
    return fight


class NotComparable(Exception):
    """It is declined: a copy of what has left, where effects changed something, or damage of which a player chooses what a shield
    prevents (615.7)."""


def ways(board: Board, attackers: list[str], blocks: dict[str, str], most: int = 10**6) -> Iterator[Fight]:
    """Every way the combat can go, whatever is chosen: with the choices made; at most so many."""
    script: list[int] = []
    for _ in range(most):
        taken: list[tuple[int, int]] = []

        def decide(number: int, taken: list[tuple[int, int]] = taken, script: list[int] = script) -> int:
            picked = script[len(taken)] if len(taken) < len(script) else 0
            taken.append((picked, number))
            return picked

        fight = Fight([Creature(*each) for each in board], attackers, blocks, decide)
        fight.run()
        yield fight
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        if not taken:
            return
        script = [picked for picked, _ in taken]
        script[-1] += 1


def started(board: Board) -> Game:
    game = Game.start([ME, YOU], rules=RULES)
    for id, owner, power, toughness, texts in board:
        text = "\n".join(texts)
        game.enter(permanent(id, owner, types=["Creature"], power=power, toughness=toughness, text=text, stated=False))
        game.state_facts(FactsStated(about=id, designations=()))  # nothing is renowned
    if any(
        asks in text
        for *_, texts in board
        for text in texts
        for asks in ("died this turn", "life this turn", "life you gained this turn")
    ):
        game.begin_turn(YOU)
        game.begin_turn(ME)  # a turn that is on record whole
    return game


def play(board: Board, fight: Fight) -> None:
    """Play the combat as it was done. Raises AssertionError at the first line after which something else is seen."""
    game = started(board)
    assigned: dict[str, dict[str, int]] = {}
    without_target: set[int] = set()
    last = len(fight.done) - 1
    for line, (step, seen) in enumerate(zip(fight.done, fight.seen, strict=True)):
        if during_the_end_step(fight, line):
            continue  # the game goes through it in one go, by its default policy: what comes of it is looked at after the turn
        match step:
            case ("attack", attackers, costs):
                optional = {id: [cost if cost == "exert" else Enlist(cost["enlist"])] for id, cost in costs.items()}
                game.declare_attackers(dict.fromkeys(attackers, YOU), optional_costs=optional)
            case ("put", triggers):
                without_target |= put(game, triggers)
            case ("resolve", trigger, choices):
                # What has no legal target is removed from the stack (603.3d) as the next one is about to resolve.
                top = [each for each in game.stack.abilities if each.number not in without_target][-1]
                assert (top.source, top.ability) == (trigger.source.id, trigger.text), (line, step, game.stack.abilities)
                game.resolve(Choices(**{name: tuple(value) for name, value in choices.items()}))
            case ("block", blocks):
                clear(game)
                game.declare_blockers({blocker: [attacker] for blocker, attacker in blocks.items()})
            case ("assign", assignment):
                clear(game)
                assigned = assignment
            case ("damage",):
                try:
                    game.deal_combat_damage(assigned)
                except FactNotStated as asked:
                    if "a player chooses it" in asked.allowed:
                        raise NotComparable from None
                    raise
            case ("end of combat",):
                clear(game)
                game.begin_end_of_combat()
            case ("end step",):
                clear(game)
                game.end_combat()
            case ("cleanup",):
                clear(game)
                game.clean_up()
        if any(mark.why == "what a copy copies isn't known" for mark in game.stack.marks):
            raise NotComparable
        assert not game.stack.marks, game.stack.marks
        if step[0] != "end step" and not (line == last and fight.chosen_at_the_end):
            assert found(game) == seen, f"after line {line}, {step}: {difference(found(game), seen)}"


def during_the_end_step(fight: Fight, line: int) -> bool:
    return ("end step",) in fight.done[:line] and line < len(fight.done) - 1


def put(game: Game, triggers: tuple[tuple[Trigger, tuple[Creature | str | None, ...], bool], ...]) -> set[int]:
    """The same abilities go on the stack, in that order, with those targets; the numbers of those for which there is none."""
    game.put_on_stack()
    waiting = {each.number: each for each in game.stack.abilities if each.number in game.stack.put_at_once}
    assert len(waiting) == len(triggers), (waiting, triggers)
    numbers = {}
    for trigger, *_ in sorted(triggers, key=lambda each: each[0].number):
        alike = [
            number
            for number, each in waiting.items()
            if each.source == trigger.source.id
            and each.ability == trigger.text
            and (trigger.about is None or trigger.about.id in (each.occasion.subject, each.occasion.other))
        ]
        assert alike, (trigger.source.id, trigger.text, waiting)
        numbers[trigger] = alike[0]
        del waiting[alike[0]]
    for player in (ME, YOU):
        order = tuple(numbers[trigger] for trigger, *_ in triggers if trigger.controller == player)
        if order != tuple(sorted(order)):
            game.declare(OrderTriggers(order=order))
    for trigger, targets, there in triggers:
        if trigger.does.target is not None and there:
            chosen = [each if isinstance(each, str) else each.id for each in targets if each is not None]
            game.choose_targets(numbers[trigger], chosen)
    return {numbers[trigger] for trigger, _, there in triggers if not there}


def clear(game: Game) -> None:
    """Nothing is left on the stack but what has no legal target, which is removed."""
    while game.stack.abilities or game.stack.waiting:
        before = game.stack.triggered
        game.resolve()
        assert not game.stack.marks and game.stack.triggered == before, game.stack


_SEEN = ("permanents", "zones", "blockers", "life", "poison")


def difference(found: Any, expected: Any) -> str:
    """What was found beside what was expected, where they differ."""
    return "; ".join(
        f"{what} of {one}: found {here.get(one)}, expected {there.get(one)}"
        for what, here, there in zip(_SEEN, found, expected, strict=True)
        for one in sorted({*here, *there})
        if here.get(one) != there.get(one)
    )


def found(game: Game) -> Any:
    permanents = {
        id: (one.power, one.toughness, {k: n for k, n in one.counters.items() if n}, one.tapped, one.marked)
        for id, one in game.view.permanents.items()
    }
    board, combat = game.board, game.combat
    gone = {id: card.zone for id, card in board.cards.items()}
    in_combat = {id: tuple(combat.blockers_of(id)) for id in combat.attackers}
    poison = {player: board.poison.get(player, 0) for player in (ME, YOU)}
    return permanents, gone, in_combat, dict(board.life), poison
