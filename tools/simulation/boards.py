"""Boards drawn from cards, as cases: creatures with power and toughness whose text bears on nothing but combat."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from pydantic import ValidationError

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...handlers.best_play.reading import DECLARED
from ...handlers.rulebook.keywords import bearing
from ..cards.formats import CardFace, mana_value, read_cards
from ..cases.models import Case
from ..cases.permanents import abilities

PLAYERS = ("Ann", "Bob")
LIFE = 20


def drawn(cards: Iterable[CardFace], seed: int, size: int, count: int, rules: date | None = None) -> Iterator[Case]:
    """So many boards of two players with `size` creatures each, all drawn alike; the same seed and cards give the same boards.

    Raises InvalidInput where there are no cards to draw.
    """
    creatures = sorted({card.name: card for card in cards if _fights(card)}.values(), key=lambda card: card.name)
    if not creatures:
        raise InvalidInput("--cards", "no creature that can be drawn", "creatures whose text bears on combat only")
    random = Random(seed)
    for number in range(count):
        battlefield = [
            _permanent(f"{player.lower()}{place}", player, creatures[random.randrange(len(creatures))])
            for player in PLAYERS
            for place in range(1, size + 1)
        ]
        document: dict[str, Any] = {
            "id": f"board-{seed}-{number:04d}",
            "players": list(PLAYERS),
            "life": dict.fromkeys(PLAYERS, LIFE),
            "battlefield": battlefield,
            "steps": [],
        }
        yield Case.model_validate(document | ({"rules": rules} if rules is not None else {}))


def _permanent(id: str, player: str, card: CardFace) -> dict[str, Any]:
    told = {"id": id, "controller": player, "power": int(card.power or 0), "toughness": int(card.toughness or 0)}
    printed = card.model_dump(include={"name", "supertypes", "types", "subtypes", "colors", "mana_value", "text"})
    return told | {name: list(value) if isinstance(value, tuple) else value for name, value in printed.items() if value}


def _fights(card: CardFace) -> bool:
    """Whether it is a creature of which a combat without spells and triggers tells all."""
    numbers = card.power is not None and card.toughness is not None and card.power.isdecimal() and card.toughness.isdecimal()
    if "Creature" not in card.types or not numbers or card.toughness == "0":
        return False
    try:
        read = abilities(card.text, card.name, (*card.supertypes, *card.types, *card.subtypes)) if card.text else ()
    except InvalidInput:
        return False
    return all(_about_combat(ability) for ability in read)


def _about_combat(ability: a.Ability) -> bool:
    if isinstance(ability, a.KeywordAbility):
        return bearing(ability.keyword) in ("declarations", "damage", "nothing")
    return isinstance(ability, DECLARED)


def cards_of(path: Path) -> Iterator[CardFace]:
    """The cards of a bulk file of Scryfall or MTGJSON, or of JSON Lines: an object a card, with the fields of `CardFace`.

    Raises InvalidInput for a file that is none of them or can't be read.
    """
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            first = file.readline(1 << 20)
            file.seek(0)
            if _is_card(first):
                yield from (card for line in file if (card := _card(json.loads(line))) is not None)
            else:
                yield from (named.card for named in read_cards(file))  # type: ignore[arg-type]
    except (ValueError, RecursionError) as error:
        allowed = "Scryfall's oracle_cards, MTGJSON's AtomicCards.json, or JSON Lines of cards"
        raise InvalidInput(str(path), str(error)[:200], allowed) from None
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or str(error), "a file that can be read") from None


def _is_card(line: bytes) -> bool:
    try:
        told = json.loads(line)
    except ValueError:
        return False
    return isinstance(told, dict) and "name" in told and "types" in told


def _card(told: Any) -> CardFace | None:
    """A card of a line; None for what isn't one."""
    if not isinstance(told, dict):
        raise ValueError(f"no card: {str(told)[:80]}")
    known = {name: told[name] for name in CardFace.model_fields if told.get(name) is not None}
    if isinstance(told.get("mana_cost"), str):
        known.setdefault("mana_value", mana_value(told["mana_cost"]))
    try:
        return CardFace.model_validate(known)
    except ValidationError:
        raise ValueError(f"no card: {str(told)[:80]}") from None
