"""What abilities say about permanents: keywords, characteristics, what they lose, how they untap, which mana they make."""

from typing import Literal

from pydantic import Field

from ..filters import ANYTHING, Color, Filter, Players, Quantity
from ..model import is_default
from .base import BaseAbility


class KeywordAbility(BaseAbility, kind="keyword"):
    """A keyword. What it means is in the rulebook (rules 702 and 701), not on the card.

    `number` is the N of bushido N, counted where that is "X, where X is …"; `quality` what follows "protection from",
    "bands with other" or "landwalk" (a land filter).
    """

    keyword: str
    number: Quantity | None = None
    quality: Filter | None = None


class ChangesCharacteristics(BaseAbility):
    """Changes characteristics of these permanents (613.1d–e, 613.4): types, colors, base power and toughness, and how much is
    added to power and toughness. None leaves one as it is.

    `types`: what they become; with `kept` in addition to their other types and colors. `lost_types`: what they aren't, with the
    subtypes of that. `defining`: it is a characteristic-defining ability (604.3). `switches`: power and toughness are switched
    (613.4d).
    """

    permanents: Filter
    power: Quantity = 0
    toughness: Quantity = 0
    base_power: Quantity | None = None
    base_toughness: Quantity | None = None
    colors: tuple[Color, ...] | None = None
    types: tuple[str, ...] = ()
    kept: bool = False
    defining: bool = False
    switches: bool = False
    lost_types: tuple[str, ...] = Field((), exclude_if=is_default)


class Removes(BaseAbility):
    """These permanents lose the keywords, or (None) all abilities. `cant_have`: nothing can give them the keywords either."""

    permanents: Filter
    keywords: tuple[str, ...] | None = None
    cant_have: bool = False


class TriggersAgain(BaseAbility):
    """Triggered abilities of these permanents trigger an additional time (603.2d): those that a creature of `attacking` causes by
    attacking, or one of `dying` by dying, or (both None) all of them."""

    permanents: Filter
    attacking: Filter | None = None
    dying: Filter | None = Field(None, exclude_if=is_default)


class CantBeTargets(BaseAbility):
    """These players can't be the targets of abilities of these sources: of any (shroud, 702.18a), of those with a quality
    (protection, 702.16b), or only of opponents' (`by_opponents`: hexproof, 702.11b)."""

    players: Players
    sources: Filter = ANYTHING
    by_opponents: bool = False


class Designates(BaseAbility):
    """These creatures are goaded by the ability's controller, or suspected (rules 701.15 and 701.60).

    `no_longer`: they stop being goaded or suspected instead.
    """

    creatures: Filter
    designation: Literal["goaded", "suspected"]
    no_longer: bool = False


class IsCopy(BaseAbility):
    """These permanents are copies of something for as long as the effect lasts: as it ends they are themselves again (707.2)."""

    permanents: Filter


class StaysTapped(BaseAbility):
    """These permanents don't untap during the untap steps of these players; None: of their controllers."""

    permanents: Filter
    players: Players | None = Field(None, exclude_if=is_default)


class UntapsDuring(BaseAbility):
    """These permanents untap during the untap steps of these players, too, who needn't be their controllers."""

    permanents: Filter
    players: Players


class UntapLimit(BaseAbility):
    """These players can't untap more than `maximum` of these permanents during their untap steps."""

    permanents: Filter
    players: Players
    maximum: Quantity = 1


class MayStayTapped(BaseAbility):
    """You may choose not to untap these permanents during your untap step."""

    permanents: Filter


class ManaAbility(BaseAbility):
    """An activated mana ability. `taps`, `sacrifices`: whether its cost taps or sacrifices the permanent that has it.

    `adds`: the mana that it can add, each way as a string of symbols; None where the amount depends on something. `unread`: what
    else it says of its cost, or of what the mana can be spent on.
    """

    taps: bool = False
    sacrifices: bool = False
    adds: tuple[str, ...] | None
    unread: str = ""


PermanentAbility = (
    KeywordAbility
    | ChangesCharacteristics
    | Removes
    | TriggersAgain
    | CantBeTargets
    | Designates
    | StaysTapped
    | IsCopy
    | UntapsDuring
    | UntapLimit
    | MayStayTapped
    | ManaAbility
)
"""Any of these."""
