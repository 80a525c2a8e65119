"""Boards drawn from cards, as cases: creatures with power and toughness whose text bears on nothing but combat."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, cast

from pydantic import ValidationError

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...handlers.best_play.reading import DECLARED
from ...handlers.playing.decks import shuffled
from ...handlers.rulebook.keywords import bearing
from ..cards.formats import CardFace, mana_value, read_cards
from ..cases.models import Case
from ..cases.permanents import abilities

LONGEST_LINE = 1 << 20
"""Bytes of a card in JSON Lines: more are refused."""

PLAYERS = ("Ann", "Bob")
LIFE = 20


def _creature(name: str, power: int, toughness: int, text: str = "") -> CardFace:
    return CardFace(name=name, types=("Creature",), power=str(power), toughness=str(toughness), text=text)


CREATURES = (
    _creature("Meadow Ox", 3, 3),
    _creature("River Runner", 2, 1, "Flying"),
    _creature("Hill Brute", 4, 2, "Menace"),
    _creature("Stone Guard", 1, 4, "Defender"),
    _creature("Gate Keeper", 2, 2, "Vigilance"),
    _creature("Tall Archer", 1, 3, "Reach"),
    _creature("Quick Blade", 2, 2, "First strike"),
    _creature("Wild Boar", 4, 4, "Trample"),
    _creature("Marsh Adder", 1, 1, "Deathtouch"),
    _creature("Hearth Cleric", 2, 3, "Lifelink"),
)
"""Made up: of these boards are drawn where no scenario is given."""


def drawn(cards: Iterable[CardFace], seed: int, size: int, count: int, rules: date | None = None) -> Iterator[Case]:
    """So many boards of two players with `size` creatures each, all drawn alike; the same seed and cards give the same boards.

    Raises InvalidInput where there are no cards to draw.
    """
    creatures = to_draw(cards)
    if not creatures:
        raise InvalidInput("--cards", "no creature that can be drawn", "creatures whose text bears on combat only")
    random = Random(seed)
    for number in range(count):
        sides = [[creatures[random.randrange(len(creatures))] for _ in range(size)] for _ in PLAYERS]
        yield board(f"board-{seed}-{number:04d}", sides, rules)


def drawn_from_decks(decks: Sequence[Sequence[CardFace]], seed: int, size: int, count: int, rules: date | None) -> Iterator[Case]:
    """As `drawn`, each player's creatures from a deck of their own, each card once.

    Raises InvalidInput where a deck has fewer cards, or one that can't be drawn.
    """
    for deck in decks:
        if len(deck) < size:
            raise InvalidInput("--size", str(size), f"at most {len(deck)}, the cards of a deck")
        for card in deck:
            if not fighting(card):
                raise InvalidInput("--decks", f"{card.name!r}", "creatures whose text bears on combat only")
    random = Random(seed)
    for number in range(count):
        yield board(f"board-{seed}-{number:04d}", [shuffled(deck, random)[:size] for deck in decks], rules)


def board(id: str, sides: Iterable[Iterable[CardFace]], rules: date | None = None) -> Case:
    """A board of two players with these creatures."""
    battlefield = [
        permanent(f"{player.lower()}{place}", player, card)
        for player, side in zip(PLAYERS, sides, strict=True)
        for place, card in enumerate(side, 1)
    ]
    document: dict[str, Any] = {
        "id": id,
        "players": list(PLAYERS),
        "life": dict.fromkeys(PLAYERS, LIFE),
        "battlefield": battlefield,
        "steps": [],
    }
    return Case.model_validate(document | ({"rules": rules} if rules is not None else {}))


def permanent(id: str, player: str, card: CardFace) -> dict[str, Any]:
    """A permanent of a case: that creature of a player."""
    stated = {"id": id, "controller": player, "power": int(card.power or 0), "toughness": int(card.toughness or 0)}
    printed = card.model_dump(include={"name", "supertypes", "types", "subtypes", "colors", "mana_value", "text"})
    return stated | {name: list(value) if isinstance(value, tuple) else value for name, value in printed.items() if value}


def sized(card: CardFace) -> bool:
    """Whether it is a creature whose power and toughness are numbers."""
    return "Creature" in card.types and all(size is not None and size.isdecimal() for size in (card.power, card.toughness))


def fighting(card: CardFace) -> bool:
    """Whether it is a creature of which a combat without spells and triggers states all."""
    if not sized(card) or card.toughness == "0":
        return False
    try:
        read = abilities(card.text, card.name, card.every_type) if card.text else ()
    except InvalidInput:
        return False
    return all(_about_combat(ability) for ability in read)


def to_draw(cards: Iterable[CardFace]) -> list[CardFace]:
    """Those of the cards that are `fighting`, each once, by name."""
    return sorted({card.name: card for card in cards if fighting(card)}.values(), key=lambda card: card.name)


def fighters(cards: Iterable[CardFace]) -> tuple[list[CardFace], str]:
    """The creatures that may be drawn, and in words which of the cards are passed over; "" for none."""
    able, others, seen = list[CardFace](), list[str](), set[str]()
    for card in cards:
        if card.name in seen:
            continue
        seen.add(card.name)
        able.append(card) if fighting(card) else others.append(card.name)
    if not others:
        return able, ""
    such = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
    return able, f"{len(others):,} of {len(seen):,} cards are passed over, no creatures whose text bears on combat only: {such}"


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
            first = file.readline(LONGEST_LINE)
            file.seek(0)
            if _is_card(first):
                yield from (card for line in _lines(cast(BinaryIO, file)) if (card := _card(json.loads(line))) is not None)
            else:
                yield from (named.card for named in read_cards(file))  # type: ignore[arg-type]
    except (ValueError, RecursionError) as error:
        allowed = "Scryfall's oracle_cards, MTGJSON's AtomicCards.json, or JSON Lines of cards"
        raise InvalidInput(str(path), str(error)[:200], allowed) from None
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or str(error), "a file that can be read") from None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"a line of more than {LONGEST_LINE} bytes")
        yield line


def _is_card(line: bytes) -> bool:
    try:
        value = json.loads(line)
    except ValueError:
        return False
    return isinstance(value, dict) and "name" in value and "types" in value


def _card(value: Any) -> CardFace | None:
    """A card of a line; None for what isn't one."""
    if not isinstance(value, dict):
        raise ValueError(f"no card: {str(value)[:80]}")
    known = {name: value[name] for name in CardFace.model_fields if value.get(name) is not None}
    if isinstance(value.get("mana_cost"), str):
        known.setdefault("mana_value", mana_value(value["mana_cost"]))
    try:
        return CardFace.model_validate(known)
    except ValidationError:
        raise ValueError(f"no card: {str(value)[:80]}") from None
