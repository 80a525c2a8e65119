"""Random models of rows over counts, larger than enumeration can do: every kind of row that boards lower to, and others."""

from random import Random

from declarant.handlers.legality.search.model import Constraint, Count, DeclarationModel, bits

Declaration = dict[int, int]


def random_model(random: Random, units: int, targets: int, rows: int) -> DeclarationModel:
    """A model with so many units and targets, and about as many restrictions and requirements."""
    everyone, everything = (1 << units) - 1, (1 << targets) - 1

    def count() -> Count:
        return random.choice(
            (
                Count(everyone, 1 << random.randrange(targets)),
                Count(everyone, 1 << random.randrange(targets)),
                Count(everyone, everything),
                Count(1 << random.randrange(units), random.choice((everything, 1 << random.randrange(targets)))),
                Count(random.randint(1, everyone), random.randint(1, everything)),
            )
        )

    def restriction() -> Constraint:
        counted = count()
        return random.choice(
            (
                Constraint(counted, random.choice((2, 2, 3)), None, counted),
                Constraint(counted, 1, random.choice((1, 2)), counted),
                Constraint(counted, 0, random.randrange(4)),
                Constraint(counted, random.randrange(3), random.choice((None, None, 1, 2)), count()),
            )
        )

    def requirement() -> Constraint:
        return random.choice(
            (
                Constraint(count(), random.choice((1, 1, 1, 2, 3))),
                Constraint(count(), random.choice((1, 1, 1, 2, 3))),
                Constraint(count(), random.randrange(3), random.choice((None, 1, 2))),
                Constraint(count(), random.randrange(3), random.choice((None, None, 1, 2)), count()),
            )
        )

    requirements = [requirement() for _ in range(random.randint(1, rows))]
    if random.random() < 0.4:
        lure = 1 << random.randrange(targets)
        requirements += [Constraint(Count(1 << unit, lure), 1) for unit in range(units)]
    return DeclarationModel(
        units=tuple(f"unit {number}" for number in range(units)),
        targets=tuple(f"target {number}" for number in range(targets)),
        allowed=[random.getrandbits(targets) | random.getrandbits(targets) for _ in range(units)],
        capacity=[random.choice((1, 1, 1, 2, 3)) if random.random() < 0.3 else 1 for _ in range(units)],
        restrictions=[restriction() for _ in range(random.randint(0, rows // 2))],
        requirements=requirements,
    )


def random_declaration(random: Random, model: DeclarationModel) -> Declaration:
    """Some units, each declared for one target that it is allowed."""
    return {
        unit: 1 << random.choice(list(bits(allowed)))
        for unit, allowed in enumerate(model.allowed)
        if allowed and random.random() < 0.5
    }
