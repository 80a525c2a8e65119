"""What filters, quantities and conditions ask of permanents: of what effects change (613.1d–f, 613.4), or what is presumed.

Whether an effect may depend on another of its layer (613.8a) follows from it. Each kind of the vocabulary has its row, also one
that asks for nothing; what a part holds within it asks for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from ...events import abilities as a
from ...events.model import Model, parts_of

Asks: TypeAlias = frozenset[Literal["types", "colors", "abilities", "sizes", "mana value", "designations"]]
"""`sizes`: power and toughness. `designations`: who is goaded or suspected, for which other abilities ask whatever they ask."""
PRESUMED: Asks = frozenset(("colors", "mana value", "designations"))
"""What is presumed where it isn't stated, or may hang on that."""

_NOTHING: Asks = frozenset()
_TYPES: Asks = frozenset(("types",))
_COLORS: Asks = frozenset(("colors",))
_ABILITIES: Asks = frozenset(("abilities",))
_SIZES: Asks = frozenset(("sizes",))
_WITH_CHANGELING = _TYPES | _ABILITIES
"""Types, where a creature with changeling has all of one kind (702.73a)."""
_OF_NUMBERS: dict[str, Asks] = {
    "power": _SIZES,
    "toughness": _SIZES,
    "base_power": _SIZES | _ABILITIES,
    "base_toughness": _SIZES | _ABILITIES,  # some ability that isn't read may have changed it
    "mana_value": frozenset(("mana value",)),
    "name": _NOTHING,
}
_OF_STATES: dict[str, Asks] = {
    **dict.fromkeys(("enchanted", "equipped", "modified"), _TYPES),
    **dict.fromkeys(("goaded", "suspected"), frozenset(("abilities", "designations"))),
}


def asked_by(part: Model) -> Asks:
    """All that a part of an ability asks of permanents, with what it holds."""
    return _NOTHING.union(*map(_asked_by_itself, parts_of(part)))


def _asked_by_itself(part: Model) -> Asks:
    asked = ASKED.get(type(part), _NOTHING)
    return asked if isinstance(asked, frozenset) else asked(part)


def _of_characteristic(part: Any) -> Asks:
    return _OF_NUMBERS[part.characteristic]


def _compared(part: a.Compares) -> Asks:
    """208.3: only a creature has power and toughness."""
    asked = _OF_NUMBERS[part.characteristic]
    return asked if part.characteristic == "mana_value" else asked | _TYPES


ASKED: dict[type[Model], Asks | Callable[[Any], Asks]] = {
    a.HasType: _WITH_CHANGELING,
    a.HasColor: _COLORS,
    a.ColorCount: _COLORS,
    a.SharesColor: _COLORS,
    a.SharesColorWithAny: _COLORS,
    a.SharesCreatureType: _WITH_CHANGELING,
    a.SharesName: _NOTHING,
    a.HasKeyword: _ABILITIES,
    a.IsNamed: _NOTHING,
    a.Compares: _compared,
    a.IsOddOrEven: _of_characteristic,
    a.HasCounter: _NOTHING,
    a.ControlledBy: _NOTHING,
    a.OwnedBy: _NOTHING,
    a.EnteredUnder: _NOTHING,
    a.ProtectedBy: _NOTHING,
    a.IsInState: lambda part: _OF_STATES.get(part.state, _NOTHING),
    a.AttacksWhat: _TYPES,
    a.InCombatWith: lambda part: _NOTHING if part.relation in ("blocking", "blocked by") else _TYPES,
    a.WasInCombatWith: _NOTHING,
    a.BandedWith: _NOTHING,
    a.AttachedTo: _NOTHING,
    a.AttachedToSome: _NOTHING,
    a.DealtDamageBy: _NOTHING,
    a.DealtDamageTo: _NOTHING,
    a.HasManaAbility: _TYPES | _ABILITIES,
    a.HasAbilities: _TYPES | _ABILITIES,
    a.EnchantedBy: _TYPES,
    a.IsDesignated: _NOTHING,
    a.IsUnstated: _NOTHING,
    a.IsOnRecord: _NOTHING,
    a.Is: _NOTHING,
    a.IsOneOf: _NOTHING,
    a.AllOf: _NOTHING,
    a.AnyOf: _NOTHING,
    a.Not: _NOTHING,
    # quantities
    a.CharacteristicOf: _of_characteristic,
    a.CountersOn: _NOTHING,
    a.CountOf: _NOTHING,
    a.MostControlled: _NOTHING,
    a.Extremum: _of_characteristic,
    a.DifferentPowers: lambda part: _OF_NUMBERS[part.of or "power"],
    a.TotalPower: _of_characteristic,
    a.PlayerTotal: _NOTHING,
    a.BasicLandTypes: _TYPES,
    a.CardCount: _NOTHING,
    a.PlayerCounters: _NOTHING,
    a.PlayerCount: _NOTHING,
    a.Scaled: _NOTHING,
    a.Difference: _NOTHING,
    a.Half: _NOTHING,
    a.Product: _NOTHING,
    a.Sum: _NOTHING,
    a.CountersAmong: _NOTHING,
    a.ColorsAmong: _COLORS,
    a.PartySize: _WITH_CHANGELING,
    a.HappenedSoOften: _NOTHING,
    a.DiedThisTurn: _NOTHING,
    a.UnstatedNumber: _NOTHING,
    # conditions
    a.Exists: _NOTHING,
    a.Matches: _NOTHING,
    a.QuantityCompares: _NOTHING,
    a.TurnOf: _NOTHING,
    a.HasDesignation: _NOTHING,
    a.Unstated: _NOTHING,
    a.SomePlayer: _NOTHING,
    a.FirstCombat: _NOTHING,
    a.AttackedThisTurn: lambda part: _NOTHING if part.what is None else _TYPES,
    a.HappenedToPlayers: _NOTHING,
    a.OnRecord: _NOTHING,
    a.SourceInZone: _NOTHING,
    a.Every: _NOTHING,
    a.Either: _NOTHING,
    a.Unless: _NOTHING,
    # known only while an ability resolves, which puts what it is in their place
    **dict.fromkeys(
        (
            *(a.SharesWith, a.IsTarget, a.IsOfGroup, a.IsAffected, a.IsCreated, a.HasMostVotes, a.IsOfChosenType, a.IsChosen),
            *(a.IsTargetCard, a.IsChosenCard, a.IsTurnedUp, a.IsExiledWith, a.AmountOfOccasion, a.AmountDone, a.ExcessDone),
            *(a.DamageDone, a.CountDone, a.TimesResolved, a.VotesFor, a.ChosenNumber, a.NumberOf),
        ),
        _NOTHING,
    ),
}
"""Kind of filter, quantity or condition → what it asks by itself."""
