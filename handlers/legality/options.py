"""What a player may declare, as a lazy object: `in`, `bool()`, iterate, `.count()`, `.sample(random)`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import comb, prod
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from ...events.errors import InvalidInput, Undecided
from ..budget import PAYING, Budget
from .formulation import Formulation
from .legal import LISTING_LIMIT, legal_declarations
from .pairs import open_pairs, possible_pairs
from .search.model import Declaration

OptionT = TypeVar("OptionT", dict[str, str], dict[str, tuple[str, ...]])


DRAWN = 1_000
"""So many are drawn until one can be paid; then those that can be are listed."""


COMPARED = 1_000
"""As many options are compared one by one, where a fact isn't stated."""


class PricesDeclarations(Protocol):
    """What declarations cost."""

    def total(self, chosen: Mapping[str, tuple[str, ...]]) -> str | None:
        """The total of a declaration in words; None where nothing is to be paid."""

    def payable(self, chosen: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether the player can pay it."""


class Options(ABC, Generic[OptionT]):
    """The declarations that are legal as the game was when it was asked: who is declared, and what each attacks or blocks.

    They are those that judging accepts: legal ones that the player can pay for; `cost` says what each asks for. Bands, optional
    costs and mana abilities come on top of an option and are no part of it. Empty when it isn't the player's time to declare,
    else never: declaring nothing breaks no restriction, some declaration meets the most requirements, and nobody is required to
    pay.

    Order: by the first creature, as they stand on the board, in which two options differ; not declaring it comes first, then
    fewer targets, then the order of the targets (players in turn order, then planeswalkers and battles; attackers as they were
    declared).

    Iterating, `count` and `sample` raise Undecided for a board that is too large, `in` where judging is undecided. In the
    editions before 2007-05-01, whose comparison starts from each declaration, a board is too large sooner; so it is for `count`
    and `pairs` where there are costs that the player may not be able to pay, which are asked for one by one.
    """

    def __init__(self, formulation: Formulation, possible: bool, pricing: PricesDeclarations) -> None:
        self._formulation = formulation
        self._legal = legal_declarations(formulation)
        self._possible = possible
        self._pricing = pricing

    def __contains__(self, option: object) -> bool:
        declaration = self._read(option)
        self._budget.renew()
        return self._possible and declaration is not None and declaration in self._legal and self._payable(declaration)

    def __bool__(self) -> bool:
        return self._possible

    def __iter__(self) -> Iterator[OptionT]:
        self._budget.renew()
        return map(self._named, filter(self._payable, self._legal) if self._possible else ())

    def cost(self, option: Mapping[str, Any]) -> str | None:
        """What the player has to pay for an option, in words; None where nothing is to be paid."""
        return self._pricing.total({creature: self._targets(named) for creature, named in option.items()})

    def count(self) -> int:
        """How many there are, without listing them where whatever they cost can be paid."""
        if not self._possible:
            return 0
        self._budget.renew()
        return self._legal.count() if self._all_payable else sum(1 for _ in self._one_by_one())

    def bounds(self) -> tuple[int, int]:
        """How many there are at least and at most, without a search: what no restriction on a pair forbids."""
        if not self._possible:
            return 0, 0
        model = self._formulation.model
        choices = (
            sum(comb(allowed.bit_count(), size) for size in range(min(most, allowed.bit_count()) + 1))
            for allowed, most in zip(model.allowed, model.capacity, strict=True)
        )
        return 1, prod(choices)

    def sample(self, random: Random) -> OptionT:
        """One of them, each as likely as any other. Raises IndexError if there is none."""
        if not self._possible:
            raise IndexError("there is nothing to declare now")
        self._budget.renew()
        for _ in range(DRAWN):
            drawn = self._legal.sample(random)
            if self._payable(drawn):
                return self._named(drawn)
        return self._named(random.choice(list(self._one_by_one())))

    def pairs(self) -> dict[str, tuple[str, ...]]:
        """Creature → the targets that some of them declares it for; creatures that none declares are left out.

        Raises Undecided for a board that is too large.
        """
        if not self._possible:
            return {}
        self._budget.renew()
        if self._all_payable:
            return self._paired(possible_pairs(self._formulation.model, self._formulation.edition))
        possible = [0] * len(self._formulation.model.units)
        for declaration in self._one_by_one():
            for unit, targets in declaration.items():
                possible[unit] |= targets
        return self._paired(possible)

    @property
    def creatures(self) -> tuple[str, ...]:
        """Those that might be declared, in their order, whether some option declares them or not."""
        return tuple(self._formulation.model.units)

    def going_on(self, chosen: Sequence[Iterable[str]]) -> list[tuple[str, ...]]:
        """What the next creature may be declared for, once those before it are: with each, some option goes on.

        `chosen`: for each of the first of `creatures` the targets that it is declared for. Nothing if no option begins so. Raises
        Undecided for a board that is too large.
        """
        units, targets = self._formulation.model.units, self._formulation.target
        if not self._possible or len(chosen) >= len(units):
            return []
        before = [sum(1 << targets[target] for target in each) for each in chosen]
        if self._all_payable:
            masks = self._legal.going_on(before)
        else:
            alike = (each for each in self._one_by_one() if all(each.get(u, 0) == mask for u, mask in enumerate(before)))
            masks = list(dict.fromkeys(each.get(len(before), 0) for each in alike))
        name = units[len(before)]
        return [self._formulation.names({len(before): mask}).get(name, ()) if mask else () for mask in masks]

    def _payable(self, declaration: Declaration) -> bool:
        if self._all_payable:
            return True
        self._budget.spend(PAYING)
        return self._pricing.payable(self._formulation.names(declaration))

    @property
    def _budget(self) -> Budget:
        return self._formulation.model.budget

    @cached_property
    def _all_payable(self) -> bool:
        """Whether nothing is asked for but mana, of which the player can produce whatever is needed; or nothing at all."""
        if not self._formulation.costs:
            return True
        view = self._formulation.view
        return view.board.mana.get(self.player) is None and all(
            held.cost.life == held.cost.discard == 0 and not held.cost.permanents for held in self._formulation.costs.values()
        )

    def _one_by_one(self) -> Iterator[dict[int, int]]:
        """Those that can be paid, where there aren't too many to ask for each. Raises Undecided."""
        if (number := self._legal.count()) > LISTING_LIMIT:
            raise Undecided(
                f"whether {self.player} can pay is asked for each declaration: the {number:,} legal ones are more than "
                f"{LISTING_LIMIT:,}"
            )
        return filter(self._payable, self._legal)

    def _paired(self, targets: list[int]) -> dict[str, tuple[str, ...]]:
        return self._formulation.names({unit: mask for unit, mask in enumerate(targets) if mask})

    def __repr__(self) -> str:
        action = self._formulation.action
        return f"<legal {action}s of {self.player}>" if self._possible else f"<no {action}s that {self.player} may declare now>"

    @property
    def formulation(self) -> Formulation:
        """The model of legality that they are read from."""
        return self._formulation

    @property
    def player(self) -> str:
        """Who may declare them."""
        return self._formulation.player

    @abstractmethod
    def _named(self, declaration: Declaration) -> OptionT: ...

    @abstractmethod
    def _targets(self, named: Any) -> tuple[str, ...]: ...

    def _read(self, option: object) -> dict[int, int] | None:
        """A declaration by names as one by bits; None if something in it can't be chosen at all."""
        if not isinstance(option, Mapping):
            return None
        units, targets = self._formulation.unit, self._formulation.target
        try:
            chosen = {creature: self._targets(named) for creature, named in option.items()}
            for creature, wanted in chosen.items():
                if wanted and (creature not in units or len(set(wanted)) < len(wanted) or not targets.keys() >= set(wanted)):
                    return None
        except TypeError:  # neither names nor iterables of names
            return None
        return self._formulation.declaration(chosen)


def same_options(first: Options[Any], second: Options[Any]) -> bool:
    """Whether the options are the same, each at the same cost; not so, too, where they are too many to be compared one by one."""
    if not (first and second):
        return bool(first) == bool(second)
    model, other = first.formulation.model, second.formulation.model
    if model == other and first.formulation.costs.keys() == second.formulation.costs.keys():
        return True
    try:
        if first.count() != second.count() or first.count() > COMPARED:
            return False
        return all(one == another and first.cost(one) == second.cost(another) for one, another in zip(first, second, strict=True))
    except Undecided:
        return False


class LegalAttacks(Options[dict[str, str]]):
    """The attacks that the active player may declare: creature → the player, planeswalker or battle it attacks."""

    def _named(self, declaration: Declaration) -> dict[str, str]:
        return {attacker: target for attacker, (target,) in self._formulation.names(declaration).items()}

    def _targets(self, named: Any) -> tuple[str, ...]:
        return (named,)


class LegalBlocks(Options[dict[str, tuple[str, ...]]]):
    """The blocks that a defending player may declare: creature → the attackers it blocks, in their order."""

    def _named(self, declaration: Declaration) -> dict[str, tuple[str, ...]]:
        return self._formulation.names(declaration)

    def _targets(self, named: Any) -> tuple[str, ...]:
        return tuple(named)

    def open_pairs(self, chosen: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Creature → the attackers that are open to it once these blocks are chosen: see `pairs.open_pairs`.

        Raises Undecided for a board that is too large, InvalidInput for blocks in which something can't be chosen at all.
        """
        declaration = self._read(chosen)
        if declaration is None:
            raise InvalidInput("chosen", str(dict(chosen)), "creatures that may block, and attackers")
        self._budget.renew()
        return self._paired(open_pairs(self._formulation.model, self._formulation.edition, declaration)) if self._possible else {}
