"""613: layers 4 to 7, timestamps and dependency, against plain code of its own on random boards.

Static abilities are drawn as whom × what, on enchantments and on the creatures themselves, some of them granted by others.
`LAYERS_BOARDS` draws more of them, from `LAYERS_SEED` on. The reference goes by the rules' own words: in each layer the effect
that depends on no other is applied first, by timestamps (613.7, 613.8); it is tried on a copy of the board what depends on what.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

from declarant import Game, permanent
from referee import BEFORE_BATTLES, WITH_ORDERS, WITHOUT_ORDERS

BOARDS = int(os.environ.get("LAYERS_BOARDS", "200"))
SEED = int(os.environ.get("LAYERS_SEED", "0"))


@dataclass
class Thing:
    """A permanent as far as the layers have gone: each of its abilities with its timestamp."""

    id: str
    controller: str
    types: set[str]
    colors: set[str]
    abilities: list[tuple[str, float]]
    power: int
    toughness: int
    counters: int
    stamp: float
    attached_to: str | None = None


Board = dict[str, Thing]


def _attached(kind: str, to: Thing, board: Board) -> list[Thing]:
    return [one for one in board.values() if one.attached_to == to.id and kind in one.types]


def _designated(how: str, one: Thing, board: Board) -> bool:
    """Whether an ability that is there says of it that it is goaded, or suspected."""
    said = [
        Effect(source.id, *each) for source in board.values() for each in source.abilities if each[0].endswith(f" are {how}.")
    ]
    return any(each.is_about(one, board) for each in said)


def _is_modified(one: Thing, board: Board) -> bool:
    auras = [each for each in _attached("Aura", one, board) if each.controller == one.controller]
    return bool(one.counters or auras or _attached("Equipment", one, board))


WHO: dict[str, Callable[[Thing, Thing, Board], bool]] = {
    "Creatures": lambda one, source, board: True,
    "Creatures you control": lambda one, source, board: one.controller == source.controller,
    "Creatures your opponents control": lambda one, source, board: one.controller != source.controller,
    "Other creatures": lambda one, source, board: one.id != source.id,
    "Goblins": lambda one, source, board: "Goblin" in one.types,
    "Elves you control": lambda one, source, board: "Elf" in one.types and one.controller == source.controller,
    "Artifact creatures": lambda one, source, board: "Artifact" in one.types,
    "Red creatures": lambda one, source, board: "R" in one.colors,
    "Nonblack creatures": lambda one, source, board: "B" not in one.colors,
    "Colorless creatures": lambda one, source, board: not one.colors,
    "Creatures with flying": lambda one, source, board: "Flying" in [text for text, _ in one.abilities],
    "Creatures with power 3 or greater": lambda one, source, board: one.power >= 3,
    "Goaded creatures": lambda one, source, board: _designated("goaded", one, board),
    "Suspected creatures": lambda one, source, board: _designated("suspected", one, board),
    "Enchanted creatures": lambda one, source, board: bool(_attached("Aura", one, board)),
    "Equipped permanents": lambda one, source, board: bool(_attached("Equipment", one, board)),
    "Modified permanents": lambda one, source, board: _is_modified(one, board),
    "Permanents with power 3 or greater": lambda one, source, board: "Creature" in one.types and one.power >= 3,
    "Permanents with flying": lambda one, source, board: "Flying" in [text for text, _ in one.abilities],
    "Permanents enchanted by a red Aura": lambda one, source, board: any(
        "R" in each.colors for each in _attached("Aura", one, board)
    ),
    "As long as you control an artifact, creatures": lambda one, source, board: any(
        "Artifact" in each.types and each.controller == source.controller for each in board.values()
    ),
    "As long as there is a red permanent on the battlefield, creatures": lambda one, source, board: any(
        "R" in each.colors for each in board.values()
    ),
    "Enchantments": lambda one, source, board: "Enchantment" in one.types,
    "Artifacts": lambda one, source, board: "Artifact" in one.types,
}
OF_ANY_TYPE = {"Enchantments", "Artifacts", *(each for each in WHO if "ermanents" in each and "reatures" not in each)}
"""Those that needn't be creatures."""
ROUNDABOUT = ("As", "Goaded", "Suspected", "Enchanted", "Equipped", "Modified", "Permanents")
"""They ask for types and colors by something else. Half of what is drawn is said of them."""
CREATURE_TYPES = {"Goblin", "Elf", "Orc"}


def _add(name: str, *what: str) -> Callable[[Thing, float], None]:
    return lambda one, stamp: getattr(one, name).update(what)


def _set_types(one: Thing, stamp: float) -> None:
    one.types = one.types - CREATURE_TYPES | {"Elf"}


def _set_colors(*what: str) -> Callable[[Thing, float], None]:
    return lambda one, stamp: setattr(one, "colors", {*what})


def _has(text: str) -> Callable[[Thing, float], None]:
    return lambda one, stamp: one.abilities.append((text, max(stamp, one.stamp) + (stamp + 1) / 1_000))


def _loses(text: str | None) -> Callable[[Thing, float], None]:
    return lambda one, stamp: setattr(one, "abilities", [each for each in one.abilities if text not in (None, each[0])])


def _base(power: int, toughness: int) -> Callable[[Thing, float], None]:
    def do(one: Thing, stamp: float) -> None:
        one.power, one.toughness = power, toughness

    return do


def _more(power: int, toughness: int) -> Callable[[Thing, float], None]:
    def do(one: Thing, stamp: float) -> None:
        one.power, one.toughness = one.power + power, one.toughness + toughness

    return do


GRANTED = ("Goblins get +1/+1.", "Creatures you control have trample.", "Nonblack creatures are red.")
WHAT: dict[str, dict[str, Callable[[Thing, float], None]]] = {
    "are artifacts in addition to their other types": {"4": _add("types", "Artifact")},
    "are enchantments in addition to their other types": {"4": _add("types", "Enchantment")},
    "are Goblins in addition to their other types": {"4": _add("types", "Goblin")},
    "are Elves": {"4": _set_types},
    "are Auras in addition to their other types": {"4": _add("types", "Aura")},
    "are Equipment in addition to their other types": {"4": _add("types", "Equipment")},
    "are goaded": {},
    "are suspected": {"6": _has("Menace")},
    "are red": {"5": _set_colors("R")},
    "are black in addition to their other colors": {"5": _add("colors", "B")},
    "are colorless": {"5": _set_colors()},
    "have flying": {"6": _has("Flying")},
    "have trample": {"6": _has("Trample")},
    "lose flying": {"6": _loses("Flying")},
    "lose all abilities": {"6": _loses(None)},
    **{f'have "{text}"': {"6": _has(text)} for text in GRANTED[:2]},
    "lose all abilities and have base power and toughness 1/1": {"6": _loses(None), "7b": _base(1, 1)},
    "have base power and toughness 4/4": {"7b": _base(4, 4)},
    "get +1/+1": {"7c": _more(1, 1)},
    "get -1/+2": {"7c": _more(-1, 2)},
}
DESIGNATING = ("are goaded", "are suspected")
OF_SUBTYPES = {"Auras": ["Enchantments"], "Equipment": ["Artifacts"]}
"""Nothing gains a subtype without the type that has it (205.3d)."""


@dataclass(frozen=True)
class Effect:
    """A static ability of a permanent at work."""

    source: str
    text: str
    stamp: float

    @property
    def who(self) -> str:
        return max((each for each in WHO if self.text.startswith(each + " ")), key=len)

    def is_about(self, one: Thing, board: Board) -> bool:
        of_type = "Creature" in one.types or self.who in OF_ANY_TYPE
        return of_type and WHO[self.who](one, board[self.source], board)

    @property
    def parts(self) -> dict[str, Callable[[Thing, float], None]]:
        return WHAT[
            self.text.removeprefix(self.who + " ").removesuffix(".").removesuffix('."') + ('."' if '"' in self.text else "")
        ]


@dataclass
class Layers:
    """The board, and to whom each effect has been applied so far (613.6)."""

    board: Board
    applied: dict[Effect, tuple[str, ...]] = field(default_factory=dict)

    def at_work(self, layer: str) -> list[Effect]:
        """Those of that layer: of abilities that are there, or that began to apply in an earlier layer."""
        there = [Effect(one.id, *each) for one in self.board.values() for each in one.abilities if each[0].split()[0] in _FIRST]
        found = dict.fromkeys((*self.applied, *there))
        return sorted((each for each in found if layer in each.parts), key=lambda each: each.stamp)

    def affected(self, effect: Effect) -> tuple[str, ...]:
        if effect in self.applied:
            return self.applied[effect]
        return tuple(one.id for one in self.board.values() if effect.is_about(one, self.board))

    def apply(self, effect: Effect, layer: str) -> None:
        self.applied[effect] = self.affected(effect)
        for id in self.applied[effect]:
            effect.parts[layer](self.board[id], effect.stamp)

    def depends(self, one: Effect, other: Effect, layer: str) -> bool:
        """613.8a: whether applying the other changes whether the one exists, or what it applies to."""
        tried = deepcopy(self)
        tried.apply(other, layer)
        return one not in tried.at_work(layer) or tried.affected(one) != self.affected(one)

    def go_through(self, layer: str) -> None:
        done: set[Effect] = set()
        while waiting := [each for each in self.at_work(layer) if each not in done]:
            on = {one: {other for other in waiting if other is not one and self.depends(one, other, layer)} for one in waiting}
            effect = next((one for one in waiting if all(_reaches(on, other, one) for other in on[one])), waiting[0])
            self.apply(effect, layer)
            done.add(effect)


def _reaches(on: dict[Effect, set[Effect]], start: Effect, end: Effect) -> bool:
    """613.8b: whether an effect depends on the other by way of others, so that both are in a loop."""
    seen, ahead = {start}, [start]
    while ahead:
        ahead = [each for one in ahead for each in on[one] if each not in seen]
        seen.update(ahead)
    return end in seen


KEYWORDS = {"flying", "menace", "trample"}
EDITIONS = (BEFORE_BATTLES, WITH_ORDERS, WITHOUT_ORDERS)
"""The rule is alike in each."""
_FIRST = {each.split()[0] for each in WHO}


def settled(board: Board) -> Board:
    """Counters are added before effects of 7c, which may ask for power."""
    layers = Layers(board)
    for layer in ("4", "5", "6", "7b"):
        layers.go_through(layer)
    for one in board.values():
        one.power, one.toughness = one.power + one.counters, one.toughness + one.counters
    layers.go_through("7c")
    return board


def fitting(what: str) -> list[str]:
    """Of whom that may be said."""
    if (kind := what.split()[1]) in OF_SUBTYPES:
        return OF_SUBTYPES[kind]
    of_creatures = [each for each in WHO if each not in OF_ANY_TYPE]
    found = [*WHO] if what.startswith(("are artifacts", "are enchantments")) or "5" in WHAT[what] else of_creatures
    if what in DESIGNATING:
        found = [each for each in found if not each.startswith(("As", "Goaded", "Suspected"))]
    return found


def drawn(random: Random) -> Board:
    """In most of them all abilities are of one layer, or say what one of that may ask for."""
    layer = random.choice(("4", "5", "6", "7c", None))
    said = [what for what, parts in WHAT.items() if layer is None or layer in parts or what in DESIGNATING]
    board: Board = {}
    for stamp in range(random.randint(3, 7)):
        what = random.choice(said)
        who = fitting(what)
        roundabout = [each for each in who if each.startswith(ROUNDABOUT)]
        text = f"{random.choice(random.choice((who, roundabout or who)))} {what}"
        text += "" if text.endswith('"') else "."
        is_creature = stamp < 2 or random.random() < 0.5
        others = random.choice(
            ({"Enchantment"}, {"Enchantment"}, {"Enchantment", "Aura"}, {"Artifact"}, {"Artifact", "Equipment"})
        )
        types = {"Creature", *random.sample(sorted(CREATURE_TYPES), random.randint(0, 1))} if is_creature else others
        abilities = [*random.sample(["Flying", "Trample"], random.randint(0, 1))] if is_creature else []
        abilities += [text] if random.random() < (0.5 if is_creature else 1) else []
        board[f"p{stamp}"] = Thing(
            id=f"p{stamp}",
            controller=random.choice(("Ann", "Bob")),
            types=types,
            colors={*random.sample("RBG", random.randint(0, 2))},
            abilities=[(each, stamp) for each in abilities],
            power=random.randint(1, 4),
            toughness=random.randint(2, 5),
            counters=random.choice((0, 0, 1)) if is_creature else 0,
            stamp=stamp,
            attached_to=None if is_creature else random.choice(("p0", "p1")),
        )
    return board


def entered(board: Board, rules: str) -> Game:
    game = Game.start(["Ann", "Bob"], rules=rules)
    for one in board.values():
        types = [each for each in ("Creature", "Enchantment", "Artifact") if each in one.types]
        size = {"power": one.power, "toughness": one.toughness} if "Creature" in one.types else {}
        card = permanent(
            one.id,
            one.controller,
            types=types,
            subtypes=sorted(one.types.difference(types)),
            attached_to=one.attached_to,
            colors=sorted(one.colors),
            text="\n".join(text for text, _ in one.abilities),
            stated=False,
            counters={"+1/+1": one.counters} if one.counters else {},
            **size,
        )
        game.enter(card)
    return game


def test_layers_4_to_7_on_random_boards() -> None:
    for seed in range(SEED, SEED + BOARDS):
        board = drawn(Random(seed))
        view = entered(board, EDITIONS[seed % len(EDITIONS)]).view
        texts = {
            one.id: (one.controller, one.types, one.colors, one.abilities, one.power, one.toughness) for one in board.values()
        }
        expected = settled(deepcopy(board))
        for id, one in expected.items():
            seen = view.permanents[id]
            keywords = {text.lower() for text, _ in one.abilities} & KEYWORDS
            size = (one.power, one.toughness) if "Creature" in one.types else (seen.power, seen.toughness)
            wanted = one.types, one.colors, keywords, size
            found = {*seen.types}, {*seen.colors}, {*view.keywords(id)} & KEYWORDS, (seen.power, seen.toughness)
            assert found == wanted, f"seed {seed}: {id} is {found}, expected {wanted}, on {texts}"


def test_colors_that_are_counted_wait_for_what_changes_colors() -> None:
    """613.8: seeds 1004 and 1284 of the above."""
    game = Game.start(["Ann", "Bob"])
    for id, text in (("law", "Colorless creatures are red."), ("fog", "Creatures are colorless.")):
        game.enter(permanent(id, "Ann", types=["Enchantment"], text=text, stated=False))
    game.enter(permanent("ox", "Ann", types=["Creature"], colors=["G"], power=1, toughness=1, stated=False))
    assert game.view.permanents["ox"].colors == {"R"}


def test_effects_in_a_loop_apply_by_their_timestamps_before_later_ones() -> None:
    """613.8b, seed 1667: each of the first two would take the other's ability, and so neither waits."""
    game = Game.start(["Ann", "Bob"])
    loses = "Creatures you control lose all abilities."
    for id, text in (("elf", "Elves you control lose all abilities."), ("one", loses), ("two", loses)):
        game.enter(permanent(id, "Ann", types=["Creature"], subtypes=["Elf"], power=1, toughness=1, text=text, stated=False))
    game.enter(permanent("law", "Ann", types=["Enchantment"], text="Creatures you control have trample.", stated=False))
    assert all("trample" in game.view.keywords(id) for id in ("elf", "one", "two"))


def test_an_effect_that_began_goes_on_though_its_source_lost_the_ability() -> None:
    """613.6: Humility, where it is a creature itself."""
    game = Game.start(["Ann", "Bob"])
    text = "All creatures lose all abilities and have base power and toughness 1/1."
    game.enter(permanent("ox", "Ann", types=["Creature"], power=4, toughness=4, text=f"Flying\n{text}", stated=False))
    seen = game.view
    assert (seen.permanents["ox"].size, seen.keywords("ox")) == ("1/1", frozenset())
