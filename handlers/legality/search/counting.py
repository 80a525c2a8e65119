"""The legal declarations of a model, counted, drawn and listed: a frontier dynamic program over its units.

After some of the units a *state* is what the rest still depends on: counts that some row asks for later (clipped where no row
distinguishes higher values), how many requirements were missed, and which cost instances were incurred that better declarations
might need. How many legal declarations go on from a state is found once a state, so nothing is listed. Unlike in the search for
the maximum no declaration is left out for being no better than another. Parts of a model that no row connects are treated
apart: a declaration is legal if it is in each of them. This is the comparison of the rules from 2007-05-01 on; the doctrines
before it don't take parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, combinations
from math import comb
from random import Random
from typing import NamedTuple

from ....events.errors import Undecided
from .maximum import Maximum, maximum
from .model import Constraint, Count, Declaration, DeclarationModel, Toll, bits, holds, obeys_restrictions

STATE_LIMIT = 100_000
"""Undecided: more states than this in one part, more steps between them, more sets of costs, more options for one unit."""
STEP_LIMIT = 500_000
MARK_LIMIT = 2_000
OPTION_LIMIT = 20_000


class CountingState(NamedTuple):
    """What the rest of the units depend on: counts, requirements missed so far, cost instances incurred (a mask of the marks)."""

    counts: tuple[int, ...]
    missed: int
    marks: int


class UnitEffect(NamedTuple):
    """What it does to the state that a unit is declared for something: counts that go up, requirements missed, marks."""

    touched: tuple[int, ...]
    missed: int
    marks: int


class LegalDeclarations:
    """All legal declarations of a model: counted, drawn, listed in order, and the nearest to one that isn't legal.

    Order: by the first unit in which two declarations differ; not declared comes first, then by fewer targets, then by the
    order of the targets. Raises Undecided where the board is too large.
    """

    def __init__(self, model: DeclarationModel, best: Callable[[list[int]], Maximum] | None = None) -> None:
        """`best`: what is known already of the maximum within some allowed targets."""
        self.model = model
        self._best = best or (lambda allowed: maximum(model, allowed, {}))
        self._apart = _apart(model)
        self._made: dict[int, ComponentDeclarations] = {}
        self._found_nearest: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}

    def _part(self, number: int) -> ComponentDeclarations:
        found = self._made.get(number)
        if found is None:
            found = self._made[number] = ComponentDeclarations(_cut_out(self.model, self._apart[number]), self._most_in[number])
        return found

    @property
    def _parts(self) -> list[tuple[list[int], ComponentDeclarations]]:
        return [(apart.units, self._part(number)) for number, apart in enumerate(self._apart)]

    @cached_property
    def _most_in(self) -> list[int | None]:
        """How many requirements legal declarations obey in each part: as many as one does that obeys the most in all of them.

        None where that isn't known, or each declaration is compared with others.
        """
        best = None if self.model.tolls or self.model.exempt else self._best(self.model.allowed)
        if best is None or not best.exact:
            return [None] * len(self._apart)
        return [sum(holds(row, best.witness) for row in apart.requirements) for apart in self._apart]

    def count(self) -> int:
        """How many there are."""
        number = 1
        for _, part in self._parts:
            number *= part.count()
        return number

    def sample(self, random: Random) -> dict[int, int]:
        """One of them, each as likely as any other."""
        drawn: dict[int, int] = {}
        for number, (apart, free) in enumerate(zip(self._apart, self._free, strict=True)):
            if free is None:
                drawn |= zip(apart.units, self._part(number).sample(random), strict=True)
            else:
                drawn[apart.units[0]] = free[random.randrange(len(free))]
        return _declared(drawn)

    @cached_property
    def _free(self) -> list[list[int] | None]:
        """The options of each part of which no row says anything (`_free_options`)."""
        return list(map(self._free_options, self._apart))

    def _free_options(self, apart: Apart) -> list[int] | None:
        """The options of a part that is one unit with one target at most, of which no row says anything; None if it isn't."""
        unit, *others = apart.units
        if others or apart.restrictions or apart.requirements or apart.tolls or self.model.capacity[unit] != 1:
            return None
        return [0, *(1 << target for target in bits(self.model.allowed[unit]))]

    def nearest(self, proposed: Declaration, steps: int = STEP_LIMIT) -> dict[int, int]:
        """The one in which the fewest units are declared differently, the first in order if there are several.

        `steps`: how far it is looked for in each part.
        """
        key = tuple(proposed.items())
        if key not in self._found_nearest:
            self._found_nearest[key] = self._nearest(proposed, steps)
        return dict(self._found_nearest[key])

    def _nearest(self, proposed: Declaration, steps: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for number, apart in enumerate(self._apart):
            options = [proposed.get(unit, 0) for unit in apart.units]
            if not self._is_legal(number, options):
                alone = self._first_alone(number)
                options = [alone] if alone is not None else self._part(number).nearest(tuple(options), steps)
            found |= zip(apart.units, options, strict=True)
        return _declared(found)

    def _first_alone(self, number: int) -> int | None:
        """The first legal option of a unit that no row connects with others; None if it isn't one, or that isn't sure."""
        unit, *others = self._apart[number].units
        if others or self.model.capacity[unit] > 1:
            return None
        options = (0, *(1 << target for target in bits(self.model.allowed[unit])))
        return next((option for option in options if self._is_legal(number, [option])), None)

    def _is_legal(self, number: int, options: list[int]) -> bool:
        """Whether it is sure that a part may be declared so."""
        model, most, apart = self.model, self._most_in[number], self._apart[number]
        if most is None:
            return False
        declared: dict[int, int] = {}
        for unit, option in zip(apart.units, options, strict=True):
            if option:
                if option & ~model.allowed[unit] or option.bit_count() > model.capacity[unit]:
                    return False
                declared[unit] = option
        return (
            all(holds(row, declared) for row in apart.restrictions)
            and sum([holds(row, declared) for row in apart.requirements]) == most
        )

    def possible(self) -> list[int]:
        """For each unit the targets that some legal declaration declares it for."""
        found = [0] * len(self.model.units)
        for units, part in self._parts:
            for unit, targets in zip(units, part.possible(), strict=True):
                found[unit] = targets
        return found

    def going_on(self, chosen: Sequence[int]) -> list[int]:
        """The options of the next unit with which some of them goes on, once the units before it are declared so."""
        unit = len(chosen)
        number, apart = next((number, apart) for number, apart in enumerate(self._apart) if unit in apart.units)
        if (free := self._free[number]) is not None:
            return free
        units, part = apart.units, self._part(number)
        state = part.start
        for index, before in enumerate(units[: units.index(unit)]):
            found = next((after for option, after in part.moves(index, state) if option == chosen[before]), None)
            if found is None:
                return []
            state = found
        return [option for option, _ in part.moves(units.index(unit), state)]

    def __iter__(self) -> Iterator[dict[int, int]]:
        number = len(self.model.units)
        place = {unit: (part, index) for units, part in self._parts for index, unit in enumerate(units)}
        reached = {id(part): [part.start] for _, part in self._parts}
        chosen: list[int] = []

        def moves(unit: int) -> Iterator[tuple[int, CountingState]]:
            part, index = place[unit]
            return part.moves(index, reached[id(part)][-1])

        def take_back() -> None:
            reached[id(place[len(chosen) - 1][0])].pop()
            chosen.pop()

        if not number:
            yield {}
            return
        stack = [moves(0)]
        while stack:
            move = next(stack[-1], None)
            if move is None:
                stack.pop()
                if chosen:
                    take_back()
                continue
            option, state = move
            reached[id(place[len(chosen)][0])].append(state)
            chosen.append(option)
            if len(chosen) < number:
                stack.append(moves(len(chosen)))
            else:
                yield _declared(dict(enumerate(chosen)))
                take_back()


def _declared(options: dict[int, int]) -> dict[int, int]:
    return {unit: option for unit, option in sorted(options.items()) if option}


class Apart(NamedTuple):
    """Units that no row connects with others, and what is about them."""

    units: list[int]
    restrictions: list[Constraint]
    requirements: list[Constraint]
    tolls: list[Toll]


def _reached(model: DeclarationModel, count: Count | None) -> int:
    """The units of a count that can be declared for one of its targets."""
    if count is None:
        return 0
    return sum(1 << unit for unit in bits(count.units) if model.allowed[unit] & count.targets)


def _apart(model: DeclarationModel) -> list[Apart]:
    """The units, apart where no row connects them; rows that are about none of them are left out."""
    rows: list[tuple[Constraint, bool, int]] = []
    parts = [1 << unit for unit in range(len(model.units))]
    for number, row in enumerate((*model.restrictions, *model.requirements)):
        model.budget.spend()
        together = _reached(model, row.counted) | (_reached(model, row.guard) if row.guard != row.counted else 0)
        if together:
            rows.append((row, number < len(model.restrictions), together))
        joined = [part for part in parts if part & together]
        if len(joined) > 1:
            parts = [part for part in parts if not part & together] + [sum(joined)]
    all_units = sorted(list(bits(part)) for part in parts)
    part_of = {unit: number for number, units in enumerate(all_units) for unit in units}
    apart = [Apart(units, [], [], []) for units in all_units]
    for row, hard, together in rows:
        part = apart[part_of[(together & -together).bit_length() - 1]]
        (part.restrictions if hard else part.requirements).append(row)
    for toll in model.tolls:
        apart[part_of[toll.unit]].tolls.append(toll)
    model.budget.spend(len(model.units) + len(model.tolls))
    return apart


def _cut_out(model: DeclarationModel, apart: Apart) -> DeclarationModel:
    """The model of some units that no row connects with the others."""
    units, restrictions, requirements, tolls = apart
    index = {unit: position for position, unit in enumerate(units)}

    def mask(of: int) -> int:
        return sum(1 << index[unit] for unit in bits(of) if unit in index)

    def narrowed(count: Count) -> Count:
        return Count(mask(_reached(model, count)), count.targets)

    def among(rows: list[Constraint]) -> list[Constraint]:
        return [
            Constraint(narrowed(row.counted), row.minimum, row.maximum, None if row.guard is None else narrowed(row.guard))
            for row in rows
        ]

    return DeclarationModel(
        units=tuple(model.units[unit] for unit in units),
        targets=model.targets,
        allowed=[model.allowed[unit] for unit in units],
        capacity=[model.capacity[unit] for unit in units],
        restrictions=among(restrictions),
        requirements=among(requirements),
        tolls=[Toll(index[toll.unit], toll.targets, toll.key) for toll in tolls],
        exempt=mask(model.exempt),
        budget=model.budget,
    )


class _PlacedConstraint(NamedTuple):
    """A row between counts by their position in the state; a guard of -1 is none."""

    guarding: int
    counted: int
    minimum: int
    maximum: int
    hard: bool


class ComponentDeclarations:
    """The legal declarations of a model that is treated as a whole."""

    def __init__(self, model: DeclarationModel, most: int | None) -> None:
        """`most`: how many requirements can be obeyed, where that is known and nothing is marked."""
        self.model = model
        self._known = most
        self._marks = _marks(model)
        rows = [(row, True) for row in model.restrictions] + [(row, False) for row in model.requirements]
        self._own: list[list[tuple[Constraint, bool]]] = [[] for _ in model.units]
        shared: list[tuple[Constraint, bool]] = []
        for row, hard in rows:
            about = _about(row)
            (self._own[about.bit_length() - 1] if about.bit_count() == 1 else shared).append((row, hard))
        self._counts = list(dict.fromkeys(count for row, _ in shared for count in (row.counted, row.guard) if count is not None))
        position = {count: index for index, count in enumerate(self._counts)}
        self._clip = [_clip(count, [row for row, _ in shared]) for count in self._counts]
        self._checks: list[list[_PlacedConstraint]] = [[] for _ in model.units]
        last = dict.fromkeys(self._counts, 0)
        for row, hard in shared:
            after = max(0, _about(row).bit_length() - 1)
            guard = -1 if row.guard is None else position[row.guard]
            limit = len(model.units) if row.maximum is None else row.maximum
            self._checks[after].append(_PlacedConstraint(guard, position[row.counted], row.minimum, limit, hard))
            for count in (row.counted, row.guard):
                if count is not None:
                    last[count] = max(last[count], after)
        self._forgotten = [[position[count] for count in self._counts if last[count] == unit] for unit in range(len(model.units))]
        self._sorted: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.start = CountingState((0,) * len(self._counts), 0, 0)

    # --- questions ----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """How many there are."""
        return self._ways[0].get(self.start, 0)

    def sample(self, random: Random) -> list[int]:
        """One of them, each as likely as any other: what each unit is declared for."""
        state, drawn = self.start, []
        for unit in range(len(self.model.units)):
            number = random.randrange(self._ways[unit][self._alike(state)])
            for effect, options in self._effects[unit].items():
                after = self._after(unit, state, effect)
                ways = 0 if after is None else self._ways[unit + 1].get(self._alike(after), 0)
                if number < len(options) * ways:
                    assert after is not None, "there is no way on from no state"
                    drawn.append(options[number // ways])
                    state = after
                    break
                number -= len(options) * ways
        return drawn

    def moves(self, unit: int, state: CountingState) -> Iterator[tuple[int, CountingState]]:
        """The options of a unit with which a legal declaration goes on from a state, in order, and the states they lead to."""
        effects, going_on = self._effect_of[unit], self._ways[unit + 1]
        for option, effect in effects.items():
            after = self._after(unit, state, effect)
            if after is not None and self._alike(after) in going_on:
                yield option, after

    def possible(self) -> list[int]:
        """For each unit the targets that some of them declares it for."""
        possible = []
        for unit, layer in enumerate(self._layers[:-1]):
            targets = 0
            for state in layer:
                for option, _ in self.moves(unit, state):
                    targets |= option
            possible.append(targets)
        return possible

    def nearest(self, proposed: tuple[int, ...], steps: int = STEP_LIMIT) -> list[int]:
        """The one in which the fewest units are declared differently than proposed, the first in order if there are several.

        `steps`: how far it is looked for. Raises Undecided beyond that.
        """
        if sum(map(self._number_of_options, range(len(proposed)))) > steps:
            raise Undecided("there are more declarations than are looked at for the nearest")
        if self._marks or not self._compared_with.exact:
            return self._nearest_of_all(proposed)
        # Those have to change that can't be declared as proposed; few others do in nearly all cases.
        forced = [option not in self._effect_of[unit] for unit, option in enumerate(proposed)]
        forced_from = list(accumulate(reversed(forced), initial=0))[::-1]
        most = max(1, forced_from[0])
        while (found := self._within(proposed, most, forced_from, steps)) is None and most < len(proposed):
            most = min(2 * most - forced_from[0] + 1, len(proposed))
        return found if found is not None else self._nearest_of_all(proposed)

    def _within(self, proposed: tuple[int, ...], most: int, forced_from: list[int], limit: int) -> list[int] | None:
        """The nearest of those with so many changes at most, where nothing is marked; None if there is none.

        `forced_from`: for each unit, how many have to change from it on.
        """
        reached: dict[CountingState, tuple[int, tuple[int, ...]]] = {self.start: (0, ())}
        steps = 0
        for unit, kept in enumerate(proposed):
            own, forced_later = self._effect_of[unit].get(kept), forced_from[unit + 1]
            following: dict[CountingState, tuple[int, tuple[int, ...]]] = {}
            for state, (changes, chosen) in reached.items():
                # Of options with the same effect the first is as good as any.
                moves = [] if changes + forced_later == most else [e for e in self._effects[unit].items() if e[0] != own]
                steps += 1 + len(moves)
                if own is not None and (after := self._after(unit, state, own)) is not None:
                    now = changes, (*chosen, self._place_of[unit][kept])
                    following[after] = min(following.get(after, now), now)
                for effect, (option, *_) in moves:
                    if (after := self._after(unit, state, effect)) is not None:
                        now = changes + 1, (*chosen, self._place_of[unit][option])
                        following[after] = min(following.get(after, now), now)
            self.model.budget.spend(len(reached))
            self._check_size(len(following), steps, limit)
            reached = following
        legal = [found for state, found in reached.items() if state.missed == self._may_be_missed]
        if not legal:
            return None
        _, places = min(legal)
        return [list(self._effect_of[unit])[place] for unit, place in enumerate(places)]

    def _nearest_of_all(self, proposed: tuple[int, ...]) -> list[int]:
        layers = self._layers
        fewest: list[dict[CountingState, int]] = [dict.fromkeys(_legal(layers[-1], len(self._marks)), 0)]
        same = [self._effect_of[unit].get(option) for unit, option in enumerate(proposed)]
        for unit in reversed(range(len(self.model.units))):
            following, kept = fewest[-1], same[unit]
            here: dict[CountingState, int] = {}
            for state, moves in layers[unit].items():
                changes = [following[after] + (effect != kept) for effect, after in moves.items() if after in following]
                if changes:
                    here[state] = min(changes)
            fewest.append(here)
        fewest.reverse()
        state, found = self.start, []
        for unit, option in enumerate(proposed):
            left, moves = fewest[unit][state], layers[unit][state]
            for choice, effect in self._effect_of[unit].items():
                after = moves.get(effect)
                if after is not None and fewest[unit + 1].get(after, left + 1) + (choice != option) == left:
                    found.append(choice)
                    state = after
                    break
        return found

    # --- the program --------------------------------------------------------------------------------------------------

    @cached_property
    def _effect_of(self) -> list[dict[int, UnitEffect]]:
        """For each unit its options in order, those that break no restriction on it alone, and their effects."""
        return [dict(self._options(unit)) for unit in range(len(self.model.units))]

    @cached_property
    def _effects(self) -> list[dict[UnitEffect, list[int]]]:
        """For each unit the different effects of its options, and the options that have them."""
        grouped: list[dict[UnitEffect, list[int]]] = []
        for options in self._effect_of:
            alike: dict[UnitEffect, list[int]] = {}
            for option, effect in options.items():
                alike.setdefault(effect, []).append(option)
            grouped.append(alike)
        return grouped

    @cached_property
    def _place_of(self) -> list[dict[int, int]]:
        """For each unit the place of each of its options in their order."""
        return [{option: place for place, option in enumerate(options)} for options in self._effect_of]

    def _number_of_options(self, unit: int) -> int:
        allowed = self.model.allowed[unit].bit_count()
        return sum(comb(allowed, size) for size in range(min(self.model.capacity[unit], allowed) + 1))

    def _options(self, unit: int) -> Iterator[tuple[int, UnitEffect]]:
        if self._number_of_options(unit) > OPTION_LIMIT:
            raise Undecided(f"{self.model.units[unit]} can be declared in more than {OPTION_LIMIT:,} ways")
        targets = [1 << target for target in bits(self.model.allowed[unit])]
        own = self._own[unit]
        counts = [(position, count.targets) for position, count in enumerate(self._counts) if count.units >> unit & 1]
        marks = [(1 << index, mask) for index, (marked, mask) in enumerate(self._marks) if marked == unit]
        for size in range(min(self.model.capacity[unit], len(targets)) + 1):
            for chosen in combinations(targets, size):
                option = sum(chosen)
                disobeyed = [hard for row, hard in own if not _holds_alone(row, option)] if own else own
                if True not in disobeyed:
                    touched = tuple([position for position, mask in counts if option & mask])
                    marked = sum([bit for bit, mask in marks if option & mask]) if marks else 0
                    yield option, UnitEffect(touched, len(disobeyed), marked)

    def _after(self, unit: int, state: CountingState, effect: UnitEffect) -> CountingState | None:
        """The state after a unit; None if a restriction is broken or more requirements are missed than legal ones miss."""
        counts, missed = list(state.counts), state.missed + effect.missed
        for position in effect.touched:
            if counts[position] < self._clip[position]:
                counts[position] += 1
        for guard, count, minimum, most, hard in self._checks[unit]:
            if minimum <= counts[count] <= most or (guard >= 0 and not counts[guard]):
                continue
            if hard:
                return None
            missed += 1
        if missed > len(self.model.requirements) - self._compared_with.obeyed:
            return None
        for position in self._forgotten[unit]:
            counts[position] = 0
        return CountingState(tuple(counts), missed, state.marks | effect.marks)

    @property
    def _may_be_missed(self) -> int:
        """How many requirements legal declarations miss at most."""
        return len(self.model.requirements) - self._compared_with.obeyed

    @cached_property
    def _compared_with(self) -> Maximum:
        """The best that is found of those that need no mark, with which each is compared."""
        model = self.model
        if self._known is not None:
            return Maximum(self._known, self._known, {})
        allowed = list(model.allowed)
        for unit, mask in self._marks:
            allowed[unit] &= ~mask
        best = maximum(model, allowed, {})
        assert obeys_restrictions(model, best.witness), "the witness disobeys a restriction"
        return best

    @cached_property
    def _ways(self) -> list[dict[CountingState, int]]:
        """For each number of units: states, and how many legal declarations go on from them."""
        layers: list[dict[CountingState, Counter[CountingState]]] = []
        frontier: dict[CountingState, None] = {self._alike(self.start): None}
        size = steps = 0
        for unit in range(len(self.model.units)):
            effects = self._effects[unit]
            layer: dict[CountingState, Counter[CountingState]] = {}
            following: dict[CountingState, None] = {}
            for state in frontier:
                self.model.budget.spend(len(effects))
                moves: Counter[CountingState] = Counter()
                for effect, options in effects.items():
                    after = self._after(unit, state, effect)
                    if after is not None:
                        moves[self._alike(after)] += len(options)
                layer[state] = moves
                following.update(dict.fromkeys(moves))
                steps += len(effects)
                self._check_size(size + len(following), steps)
            size += len(following)
            layers.append(layer)
            frontier = following
        ways = [dict.fromkeys(_legal(frontier, len(self._marks)), 1)]
        for layer in reversed(layers):
            on = ways[-1]
            here = {state: sum(on.get(after, 0) * number for after, number in moves.items()) for state, moves in layer.items()}
            ways.append({state: number for state, number in here.items() if number})
        ways.reverse()
        return ways

    @cached_property
    def _layers(self) -> list[dict[CountingState, dict[UnitEffect, CountingState]]]:
        """For each number of units the states that are reached, alike or not, and those that the next unit's effects lead to."""
        layers: list[dict[CountingState, dict[UnitEffect, CountingState]]] = [{self.start: {}}]
        size = steps = 0
        for unit in range(len(self.model.units)):
            following: dict[CountingState, dict[UnitEffect, CountingState]] = {}
            for state, moves in layers[-1].items():
                self.model.budget.spend(len(self._effects[unit]))
                for effect in self._effects[unit]:
                    after = self._after(unit, state, effect)
                    if after is not None:
                        moves[effect] = after
                        following.setdefault(after, {})
                steps += len(self._effects[unit])
                self._check_size(size + len(following), steps)
            size += len(following)
            layers.append(following)
        return layers

    def _check_size(self, size: int, steps: int, limit: int = STEP_LIMIT) -> None:
        if size > STATE_LIMIT or steps > limit:
            raise Undecided(f"the board is too large to count its legal declarations: more than {STATE_LIMIT:,} states")

    # --- states that differ in nothing but which of some interchangeable targets is which ---------------------------------

    def _alike(self, state: CountingState) -> CountingState:
        """The same state for all that go on alike."""
        if not self._interchangeable:
            return state
        counts = self._sorted.get(state.counts)
        if counts is None:
            changed = list(state.counts)
            for kinds in self._interchangeable:
                columns = sorted(zip(*([changed[position] for position in kind] for kind in kinds), strict=True))
                for kind, values in zip(kinds, zip(*columns, strict=True), strict=True):
                    for position, value in zip(kind, values, strict=True):
                        changed[position] = value
            counts = self._sorted[state.counts] = tuple(changed)
        return CountingState(counts, state.missed, state.marks)

    @cached_property
    def _interchangeable(self) -> list[list[list[int]]]:
        """Groups of targets that can change places in the whole model: for each kind of count, its position for every target."""
        groups: list[list[int]] = []
        for target in bits(self._parted_targets):
            own = [group for group in groups if self._can_change_places(group[0], target)]
            if own:
                own[0].append(target)
            else:
                groups.append([target])
        position = {count: index for index, count in enumerate(self._counts)}
        found = []
        for group in groups:
            together = sum(1 << target for target in group)
            if len(group) < 2 or any(mask & together not in (0, together) for _, mask in self._marks):
                continue
            parted = [count for count in self._counts if count.targets & together not in (0, together)]
            if all((count.targets & together).bit_count() == 1 for count in parted):
                kinds = sorted({(count.units, count.targets & ~together) for count in parted})
                found.append([[position[Count(units, others | 1 << target)] for target in group] for units, others in kinds])
        return found

    @property
    def _parted_targets(self) -> int:
        """The targets that some count is about and another isn't."""
        some, every = 0, -1
        for count in self._counts:
            some, every = some | count.targets, every & count.targets
        return some & ~every

    def _can_change_places(self, one: int, other: int) -> bool:
        first, second = 1 << one, 1 << other

        def changed(targets: int) -> int:
            return targets ^ (first | second) if (targets & first == 0) != (targets & second == 0) else targets

        if any(changed(allowed) != allowed for allowed in self.model.allowed):
            return False
        for rows in (self.model.restrictions, self.model.requirements):
            now: Counter[object] = Counter()
            then: Counter[object] = Counter()
            for row in rows:
                guard = row.guard or Count(0, 0)
                targets, guarding = changed(row.counted.targets), changed(guard.targets)
                if (targets, guarding) != (row.counted.targets, guard.targets):
                    others = (row.counted.units, guard.units, row.minimum, row.maximum)
                    now[(row.counted.targets, guard.targets, *others)] += 1
                    then[(targets, guarding, *others)] += 1
            if now != then:
                return False
        return True


def _holds_alone(row: Constraint, option: int) -> bool:
    """Whether a row that is about one unit holds where that is declared for these targets."""
    if row.guard is not None and not (row.guard.units and option & row.guard.targets):
        return True
    number = 1 if row.counted.units and option & row.counted.targets else 0
    return row.minimum <= number and (row.maximum is None or number <= row.maximum)


def _about(row: Constraint) -> int:
    """The units that a row is about."""
    return row.counted.units | (row.guard.units if row.guard is not None else 0)


def _clip(count: Count, rows: list[Constraint]) -> int:
    """The smallest value above which no row distinguishes values of the count."""
    needed = [0]
    for row in rows:
        if row.counted == count:
            needed += [row.minimum, 0 if row.maximum is None else row.maximum + 1]
        if row.guard == count:
            needed.append(1)
    return max(needed)


def _marks(model: DeclarationModel) -> list[tuple[int, int]]:
    """What a declaration may hold only if the one that it is compared with does: a unit with some of these targets.

    Costs, and what exempt units are declared for. Where being declared so helps no row, a comparison doesn't need it, and no
    mark.
    """
    helpful = [0] * len(model.units)
    for row in (*model.restrictions, *model.requirements):
        if row.minimum:
            for unit in bits(row.counted.units):
                helpful[unit] |= row.counted.targets
    exempt = [Toll(unit, 1 << target, ()) for unit in bits(model.exempt) for target in bits(model.allowed[unit])]
    marks = {
        (toll.unit, toll.targets & model.allowed[toll.unit])
        for toll in (*model.tolls, *exempt)
        if toll.targets & model.allowed[toll.unit] & helpful[toll.unit]
    }
    return sorted(marks)


def _legal(last: Collection[CountingState], marks: int) -> list[CountingState]:
    """Of the states after all units those of legal declarations: none with marks among theirs misses fewer requirements."""
    fewest: dict[int, int] = {}
    for state in last:
        fewest[state.marks] = min(state.missed, fewest.get(state.marks, state.missed))
    if len(fewest) > MARK_LIMIT:
        raise Undecided(f"the board is too large to count its legal declarations: {marks} costs that may or may not be incurred")
    least = {own: min(missed for other, missed in fewest.items() if not other & ~own) for own in fewest}
    return [state for state in last if state.missed == least[state.marks]]
