"""Random boards drawn from the texts of real cards: each combat runs to its end, carried out in full or marked with what
wasn't."""

import gzip
import json
from ast import literal_eval
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from declarant import Game, permanent
from declarant.events.errors import DeclarantError, FactNotStated, WordingNotUnderstood
from declarant.events.facts import FactsStated, PermanentEntered
from referee import ANN, BOB

BOARDS = 500
Result = TypeVar("Result")


@pytest.fixture(scope="module")
def creatures(shared: Path) -> list[PermanentEntered]:
    """Creatures of every third real card with triggered abilities, whose texts can be read."""
    found = []
    with gzip.open(shared / "cards" / "visible.jsonl.gz") as lines:
        for row in map(json.loads, islice(lines, None, None, 3)):
            sizes = str(row["power"]), str(row["toughness"])
            triggers = any(line.startswith(("When", "At end of combat")) for line in row["text"].split("\n"))
            if "Creature" not in row["types"] or not all(size.isdigit() for size in sizes) or not triggers:
                continue
            types = [each for each in row["types"] if each in ("Artifact", "Creature", "Enchantment", "Legendary")]
            stated = {"name": row["name"], "text": row["text"], "colors": row["colors"], "subtypes": row["subtypes"]}
            supertypes = [each for each in types if each == "Legendary"]
            types = [each for each in types if each != "Legendary"]
            try:
                card = permanent(
                    "card",
                    ANN,
                    types=types,
                    supertypes=supertypes,
                    stated=False,
                    **stated,
                    power=int(sizes[0]),
                    toughness=int(sizes[1]),
                )
            except DeclarantError:
                continue
            found.append(card)
    return found


def combat(creatures: list[PermanentEntered], random: Random) -> tuple[str, Game]:
    """A combat between three creatures a side, each choice at random, and how it ended.

    `whole`, `marked`, or `declined`: with a sentence that may change combat damage in a way that isn't understood, or that asks
    for a mana value that isn't known.
    """
    game = Game.start([ANN, BOB], rules="2025-06-06")
    for owner, side in ((ANN, "a"), (BOB, "b")):
        drawn = enumerate(random.sample(creatures, 3))
        game.lay(
            [card.model_copy(update={"id": f"{side}{number}", "controller": owner, "owner": owner}) for number, card in drawn]
        )
    try:
        answering(game, random, lambda: game.declare_attackers(game.legal_attacks.sample(random)))
        answering(game, random, game.resolve_all)
        if "DeclareBlockers" in awaited(game, random):
            answering(game, random, lambda: game.declare_blockers(game.legal_blocks.sample(random)))
            answering(game, random, game.resolve_all)
        while {"AssignCombatDamage", "DealCombatDamage"} & awaited(game, random):
            answering(game, random, lambda: damage(game, random))
            answering(game, random, game.resolve_all)
        if game.combat.phase and len(game.board.players) > 1:
            answering(game, random, game.begin_end_of_combat)
            answering(game, random, game.resolve_all)
            answering(game, random, game.end_combat)
            answering(game, random, game.clean_up)
    except FactNotStated:
        return "declined", game
    except WordingNotUnderstood as error:
        assert error.found in {repr(ability.text) for card in game.board.permanents.values() for ability in card.abilities}, error
        return "declined", game
    return ("marked" if game.stack.marks else "whole"), game


def awaited(game: Game, random: Random) -> set[str]:
    return {each.command for each in answering(game, random, lambda: game.awaited)}


def damage(game: Game, random: Random) -> None:
    while assignments := game.legal_assignments:
        game.assign_combat_damage(assignments.sample(random), by=assignments.player)
    game.deal_combat_damage()


def answering(game: Game, random: Random, do: Callable[[], Result]) -> Result:
    """Do it; what no board states is stated as it is asked for: a board of real cards is drawn with its facts."""
    for _ in range(20):
        try:
            return do()
        except FactNotStated as asked:
            if asked.found.startswith("a mana value of"):
                raise  # of a card that nobody describes whole
            if asked.about is None:  # a number, which is asked of a player
                for player in (ANN, BOB):
                    game.state_facts(FactsStated(about=player, facts={literal_eval(asked.found): random.randint(0, 3)}))
                continue
            (about, fact), so = asked.about, random.random() < 0.5
            if "designations" in asked.allowed:
                game.state_facts(FactsStated(about=about, designations=(fact,) if so else ()))
            else:
                game.state_facts(FactsStated(about=about, facts={fact: so}))
    raise AssertionError("it asks on and on")


def test_random_combats_run_to_their_end(creatures: list[PermanentEntered]) -> None:
    assert len(creatures) > 400
    ends: Counter[str] = Counter()
    for seed in range(BOARDS):
        end, game = combat(creatures, Random(seed))
        ends[end] += 1
        game.journal.verify()
        assert all(mark.source and mark.ability and mark.why for mark in game.stack.marks), seed
    print(dict(ends))
    assert ends["whole"] >= 0.6 * BOARDS and ends["whole"] + ends["marked"] >= 0.97 * BOARDS
