"""What Scryfall and MTGJSON say of a card, as one model: every face under its own name, and the front under the whole one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

from pydantic import ValidationError

from ...events.errors import InvalidInput
from ...events.model import Model
from ..oracle.own_keywords import own_keywords, said_in_full
from .streaming import JsonStream

_SUPERTYPES = frozenset(("Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World"))
_NOT_PLAYED = frozenset(("art_series", "token", "double_faced_token", "emblem", "planar", "scheme", "vanguard"))
"""Scryfall's layouts of what is no card, or of what a case can't name: there are several tokens of one name."""


_READ_FIELDS = """
layout card_faces name type_line colors mana_cost cmc power toughness loyalty defense oracle_text arena_id faceName side
supertypes types subtypes manaValue faceManaValue text
"""
_READ = frozenset(_READ_FIELDS.split())
_WITHOUT_BEARING_FIELDS = """
object id oracle_id multiverse_ids mtgo_id mtgo_foil_id resource_id tcgplayer_id tcgplayer_etched_id cardmarket_id lang
uri scryfall_uri prints_search_uri rulings_uri highres_image image_status image_uris color_identity color_indicator
keywords all_parts legalities games reserved game_changer foil nonfoil finishes oversized promo promo_types reprint
variation variation_of set_id set set_name set_type set_uri set_search_uri scryfall_set_uri collector_number digital
rarity watermark flavor_text flavor_name card_back_id artist artist_id artist_ids illustration_id border_color frame
frame_effects full_art textless booster story_spotlight edhrec_rank penny_rank preview prices related_uris purchase_uris
produced_mana released_at security_stamp attraction_lights content_warning hand_modifier life_modifier printed_name
printed_text printed_type_line asciiName attractionLights colorIdentity colorIndicator convertedManaCost edhrecRank
edhrecSaltiness faceConvertedManaCost firstPrinting foreignData hand hasAlternativeDeckLimit identifiers isFunny
isGameChanger isReserved leadershipSkills life manaCost printings purchaseUrls relatedCards rulings subsets type
producedMana
"""
_WITHOUT_BEARING = frozenset(_WITHOUT_BEARING_FIELDS.split())
"""Fields of Scryfall's and MTGJSON's cards that are no characteristics of a permanent, or say again what others say: the color
indicator is among the colors, keywords are in the text. Vanguard cards, whom hand and life modifiers are of, aren't read."""


def unknown_fields(item: object) -> frozenset[str]:
    """The fields of a card of either format that are neither read nor known to be without bearing."""
    faces = item if isinstance(item, list) else [item, *(item.get("card_faces") or ())] if isinstance(item, dict) else []
    return frozenset(key for face in faces if isinstance(face, dict) for key in face) - _READ - _WITHOUT_BEARING


class CardFace(Model):
    """A card's face, as printed. `power`, `toughness`, `loyalty` and `defense` are as written: `*` is one."""

    name: str
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    mana_value: int = 0
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    text: str = ""

    @property
    def every_type(self) -> tuple[str, ...]:
        """The words of its type line: supertypes, card types and subtypes."""
        return (*self.supertypes, *self.types, *self.subtypes)


class NamedFace(NamedTuple):
    """A name by which a face is found, the face, and the number of this printing in MTG Arena, if it is stated."""

    name: str
    card: CardFace
    arena: int | None = None


def read_arena_names(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """The names of cards by their numbers in MTG Arena, from a JSON object {"75522": "Grim Ox"}. Raises ValueError."""
    stream = JsonStream(file)
    for key in stream.members():
        name = stream.value()
        if not (key.isascii() and key.isdecimal() and len(key) < 10 and isinstance(name, str)):
            raise ValueError(f"no number and name of a card: {key[:40]!r}: {str(name)[:40]!r}")
        yield int(key), name


def read_cards(file: BinaryIO, unknown: Callable[[str], None] = lambda field: None) -> Iterator[NamedFace]:
    """The cards of a file in either format. `unknown` is given each field of a card that nobody knows.

    Beside MTGJSON's `data`, and before it, `keywords` may be an object of words that aren't of the rules, with their rules texts.

    Raises ValueError for what is in neither format, InvalidInput for keywords that can't be defined, or not there.
    """
    stream = JsonStream(file)
    if stream.peek() == "[":
        for item in stream.items():
            yield from _checked(_scryfall, item, unknown)
        return
    meanings: dict[str, str] = {}
    read = False
    for key in stream.members():
        if key == "keywords":
            if read:
                raise InvalidInput("keywords", "keywords after the cards", "keywords before data")
            meanings = own_keywords(stream.value(), "keywords")
        elif key != "data":
            stream.value()
        else:
            read = True
            for _ in stream.members():
                yield from (_meaning(found, meanings) for found in _checked(_mtgjson, stream.value(), unknown))


def _meaning(found: NamedFace, meanings: Mapping[str, str]) -> NamedFace:
    """The face, with what keywords that the file defines mean in place of them."""
    text = said_in_full(found.card.text, meanings)
    return found if text == found.card.text else found._replace(card=found.card.model_copy(update={"text": text}))


def _checked(reader: Callable[[Any], Iterator[NamedFace]], item: object, unknown: Callable[[str], None]) -> list[NamedFace]:
    try:
        for name in unknown_fields(item):
            unknown(name)
        return list(reader(item))
    except (AttributeError, LookupError, TypeError, ValidationError) as error:
        raise ValueError(f"no card: {str(item)[:80]}") from error


def _found_by(whole: str, faces: list[CardFace], arena: int | None = None) -> Iterator[NamedFace]:
    for face in faces:
        yield NamedFace(face.name, face, arena if face is faces[0] else None)
    if whole != faces[0].name:
        yield NamedFace(whole, faces[0])


# --- Scryfall ----------------------------------------------------------------------------------------------------------


def _scryfall(item: dict[str, Any]) -> Iterator[NamedFace]:
    if item.get("layout") in _NOT_PLAYED:
        return
    faces = item.get("card_faces") or [item]
    cards = []
    for number, face in enumerate(faces):
        line = face.get("type_line") or item.get("type_line") or ""
        supertypes, types, subtypes = of_type_line(line)
        own_value = number and item.get("layout") == "modal_dfc"
        cards.append(
            CardFace(
                name=face["name"],
                supertypes=supertypes,
                types=types,
                subtypes=subtypes,
                colors=tuple(face["colors"] if "colors" in face else item.get("colors") or ()),
                mana_value=mana_value(face.get("mana_cost") or "") if own_value else int(item.get("cmc") or 0),
                power=face.get("power"),
                toughness=face.get("toughness"),
                loyalty=face.get("loyalty"),
                defense=face.get("defense"),
                text=face.get("oracle_text") or "",
            )
        )
    arena = item.get("arena_id")
    yield from _found_by(item["name"], cards, arena if isinstance(arena, int) and 0 < arena < 10**9 else None)


def of_type_line(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, types and subtypes of a type line."""
    before, _, after = line.partition("—")
    words = before.split()
    subtypes = tuple(each.replace("_", " ") for each in after.replace("Time Lord", "Time_Lord").split())
    supertypes = tuple(word for word in words if word in _SUPERTYPES)
    return supertypes, tuple(word for word in words if word not in _SUPERTYPES), subtypes


def mana_value(cost: str) -> int:
    """Rule 202.3: generic mana counts its number, X nothing, any other symbol one, or its greater half."""
    total = 0
    for symbol in re.findall(r"\{([^}]*)\}", cost):
        halves = [int(half) if half.isdecimal() else int(half not in "XYZ") for half in symbol.split("/")]
        total += max(halves)
    return total


# --- MTGJSON -----------------------------------------------------------------------------------------------------------


def _mtgjson(faces: list[dict[str, Any]]) -> Iterator[NamedFace]:
    cards = []
    for face in faces:
        own_value = face.get("side", "a") != "a" and face.get("layout") == "modal_dfc"
        cards.append(
            CardFace(
                name=face.get("faceName") or face["name"],
                supertypes=tuple(face.get("supertypes") or ()),
                types=tuple(face.get("types") or ()),
                subtypes=tuple(face.get("subtypes") or ()),
                colors=tuple(face.get("colors") or ()),
                mana_value=int((face.get("faceManaValue") if own_value else face.get("manaValue")) or 0),
                power=face.get("power"),
                toughness=face.get("toughness"),
                loyalty=face.get("loyalty"),
                defense=face.get("defense"),
                text=face.get("text") or "",
            )
        )
    yield from _found_by(faces[0]["name"], cards)
