"""Facts of the table, recorded: permanents and players become what the messages state, and effects what they say goes on.

What follows from a fact for the combat (506.4, 508.4, 509.1g and others) the handlers decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ...events import facts as t
from ...events import stack as s
from ...events.abilities import Color, Effect
from ...events.declarations import AttackReselected
from ...events.types import ARTIFACT_TYPES, CARD_TYPES, CREATURE_TYPES, LAND_TYPES, PERMANENT_TYPES
from ...handlers.attempt import Draft
from ...handlers.combat import entering, removal
from ...projections.board import Board
from ...projections.combat import Combat
from ...projections.state import State
from ..records.knowledge import UNKNOWN
from .abilities import QUALIFICATIONS, AbilityBook, CardLookup, qualified
from .annotations import QUALIFICATIONS_WITHOUT_BEARING
from .course import Course
from .messages import Annotation, GameObject, GameStateMessage
from .table import UNKNOWN_COUNTER, ArenaTable, Changes

COLORS: dict[str, Color] = {
    "CardColor_White": "W",
    "CardColor_Blue": "U",
    "CardColor_Black": "B",
    "CardColor_Red": "R",
    "CardColor_Green": "G",
}


PLACES: dict[str, t.Place] = {
    "ZoneType_Graveyard": "graveyard",
    "ZoneType_Exile": "exile",
    "ZoneType_Hand": "hand",
    "ZoneType_Library": "library",
    "ZoneType_Command": "command",
}

DEPARTURES: dict[str, t.Departure] = {
    "SBA_Damage": "lethal damage",
    "SBA_Deathtouch": "deathtouch",
    "SBA_ZeroToughness": "toughness 0",
    "SBA_ZeroLoyalty": "loyalty 0",
    "SBA_ZeroDefense": "defense 0",
    "SBA_UnattachedAura": "unattached",
    "SBA_IllegalAttachment": "unattached",
    "SBA_LegendRule": "legend rule",
    "Destroy": "destroyed",
    "Sacrifice": "sacrificed",
    "Exile": "exiled",
    "Return": "returned",
    "Put": "other",
    "SBA_Commander": "other",
    "nil": "other",
}
"""Why a permanent left, by Arena's word for it."""


CASTS = "CastSpell"
"""Arena's word for how a spell gets on the stack."""


class Left(NamedTuple):
    """Where to and why a permanent left the battlefield; None where that isn't stated."""

    to: t.Place | None = None
    why: t.Departure | None = None


class MessageFacts(NamedTuple):
    """What a message says that happened: spells cast, damage dealt, life gained and lost, permanents that left."""

    spells: list[t.SpellCast]
    damage: list[t.DamageDealt]
    life: list[t.LifeChanged]
    left: Mapping[str, Left]

    def __bool__(self) -> bool:
        return bool(self.spells or self.damage or self.life)


NOTHING = MessageFacts([], [], [], {})
_STATED_ONCE = {"AnnotationType_DamageDealt", "AnnotationType_ModifiedLife", "AnnotationType_ZoneTransfer"}


def seat(number: int) -> str:
    """How the player in a seat is called in the journal."""
    return f"player:{number}"


def blocked(found: GameObject, combat: Combat) -> tuple[str, ...]:
    """The attackers that a creature blocks."""
    attackers = found.block_info.attacker_ids if found.block_info is not None else ()
    return tuple(id for each in dict.fromkeys(attackers) if (id := str(each)) in combat.attackers)


def attacked(found: GameObject, table: ArenaTable, board: Board) -> str | None:
    """What a creature attacks; None if that is neither a player nor a permanent in the game."""
    target = found.attack_info.target_id if found.attack_info is not None else 0
    if target in table.players:
        return seat(target)
    return str(target) if str(target) in board.permanents else None


class FactRecorder:
    """Records what a table states."""

    def __init__(self, table: ArenaTable, cards: CardLookup) -> None:
        self._table = table
        self._cards = cards
        self.forget()

    def forget(self) -> None:
        """Learn anew what numbers of abilities stand for: what is recorded from a whole state on depends on nothing before it."""
        self._book = AbilityBook(self._cards)

    def not_known(self, changes: Changes, message: GameStateMessage, players: Collection[str]) -> str | None:
        """What of a permanent that changed isn't known: whose it is, what it is, or why it left; None where all is."""
        for annotation in message.annotations_of("ZoneTransfer"):
            category = annotation.word("category") or ""
            if not self._is_known(annotation, category):
                return f"moves of the category {category[:80]!r} aren't known"
        for found in filter(None, map(self._table.permanent, sorted(changes.objects))):
            types = {word.removeprefix("CardType_") for word in found.card_types}
            if seat(found.controller_seat_id) not in players:
                return f"whose {found.instance_id} is isn't known: seat {found.controller_seat_id}"
            if not types.issubset(CARD_TYPES) or types.isdisjoint(PERMANENT_TYPES):
                return f"what {found.instance_id} is isn't known: {', '.join(sorted(types)) or 'no card type'}"
        return None

    def _is_known(self, move: Annotation, category: str) -> bool:
        """Whether it is known what it means that something moved so: that it left the battlefield, or was put on the stack."""
        if move.number("zone_src") == self._table.battlefield:
            return category in DEPARTURES
        to = self._table.zones.get(move.number("zone_dest") or 0)
        return to is None or to.type != "ZoneType_Stack" or category == CASTS

    def record(self, draft: Draft, changes: Changes, facts: MessageFacts, full: bool) -> None:
        """What a message changed, on a draft of the game; of a full state also what isn't there any more."""
        for cast in facts.spells:
            draft.append(cast)
        for dealt in facts.damage:
            draft.append(dealt)
        for changed in facts.life:
            draft.append(changed)
        if changes.players:
            self._totals(draft)
        board = draft.state.board
        ids = sorted(changes.objects)
        gone = [str(id) for id in ids if self._table.permanent(id) is None]
        if full:
            gone = [id for id in board.permanents if not id.isdecimal() or self._table.permanent(int(id)) is None]
        for id in gone:
            if id in board.permanents:
                removal.leave(draft, id, *facts.left.get(id, Left()))
        present = [found for id in ids if (found := self._table.permanent(id)) is not None]
        for found in present:
            if seat(found.controller_seat_id) not in board.players:
                continue
            if str(found.instance_id) not in board.permanents:
                self._enter(draft, found)
            else:
                self._change(draft, found)
        if draft.state.combat.phase:
            for found in present:
                if str(found.instance_id) in board.permanents:
                    self._fight(draft, found)
        if changes.qualifications:
            self._effects(draft)

    def happened(self, message: GameStateMessage, before: set[int]) -> MessageFacts:
        """What a message says that happened, but for what was stated `before`, to which it is added."""
        found = MessageFacts(
            self._spells(message, before),
            self._damage(message, before),
            self._life(message, before),
            self.departures(message),
        )
        before |= {annotation.id for annotation in message.annotations if not _STATED_ONCE.isdisjoint(annotation.type)}
        return found

    def _spells(self, message: GameStateMessage, before: set[int]) -> list[t.SpellCast]:
        return [
            t.SpellCast(
                id=str(id),
                player=seat(found.controller_seat_id),
                name=card.name if card is not None else _name(found),
                types=_types(found),
                mana_value=card.mana_value if card is not None else None,
                arena_id=found.grp_id or None,
            )
            for annotation in message.annotations_of("ZoneTransfer")
            if annotation.id not in before and annotation.word("category") == CASTS
            for id in annotation.affected_ids
            if (found := self._table.objects.get(id)) is not None
            for card in (self._book.card(found.shown_grp_id),)
        ]

    def _life(self, message: GameStateMessage, before: set[int]) -> list[t.LifeChanged]:
        return [
            t.LifeChanged(
                player=seat(player),
                change=change,
                source=None if annotation.affector_id is None else self.named(annotation.affector_id),
            )
            for annotation in message.annotations_of("ModifiedLife")
            if annotation.id not in before and (change := annotation.number("life") or 0)
            for player in annotation.affected_ids[:1]
        ]

    def _damage(self, message: GameStateMessage, before: set[int]) -> list[t.DamageDealt]:
        found = [
            t.DamageDealt(
                source=self.named(annotation.affector_id or 0),
                target=self.named(target),
                amount=amount,
                combat=annotation.number("type") == 1,
            )
            for annotation in message.annotations_of("DamageDealt")
            if annotation.id not in before and (amount := annotation.number("damage") or 0) > 0
            for target in annotation.affected_ids[:1]
        ]
        return found

    def unknown(self) -> Iterator[str]:
        """In words: abilities of permanents of which nobody knows what they say, and replacement effects at work."""
        for id in sorted(self._table.objects):
            found = self._table.permanent(id)
            if found is not None and (numbers := self._book.unknown(found)):
                yield f"{id}: what its abilities {', '.join(map(str, numbers))} say isn't known"
        for annotation in self._table.replacing.values():
            yield f"{annotation.affector_id}: what it replaces by its ability {annotation.number('grpid')} isn't known"

    def course(self, before: State) -> Course:
        """The course of a combat that begins: attackers are about to be declared."""
        return Course.begins(before, self._table, self._book)

    def departures(self, message: GameStateMessage) -> dict[str, Left]:
        """Permanents that a message states have left the battlefield, and where to and why. A card has a new id in each zone."""
        before = {
            new: old
            for annotation in message.annotations_of("ObjectIdChanged")
            if (new := annotation.number("new_id")) is not None and (old := annotation.number("orig_id")) is not None
        }
        found = {}
        for annotation in message.annotations_of("ZoneTransfer"):
            if annotation.number("zone_src") != self._table.battlefield:
                continue
            zone = self._table.zones.get(annotation.number("zone_dest") or 0)
            to = PLACES.get(zone.type, "other") if zone is not None else None
            why = DEPARTURES.get(annotation.word("category") or "")
            for id in annotation.affected_ids:
                found[str(before.get(id, id))] = Left(to, why)
        return found

    def named(self, id: int) -> str:
        """A player by the seat, a permanent by its id."""
        return seat(id) if id in self._table.players else str(id)

    def counted(self, numbers: Iterable[int]) -> dict[str, int]:
        """Cards by name, and how many of each."""
        return dict(sorted(Counter(self._card(number) for number in numbers).items()))

    def hand(self, player: int) -> tuple[str, ...] | None:
        """The names of the cards in a player's hand; None if one of them isn't shown."""
        ids = [
            id
            for zone in self._table.zones.values()
            if zone.type == "ZoneType_Hand" and zone.owner_seat_id == player
            for id in zone.object_instance_ids
        ]
        shown = [found for id in ids if (found := self._table.objects.get(id)) is not None and found.grp_id]
        return tuple(sorted(self._card(found.shown_grp_id) for found in shown)) if len(shown) == len(ids) else None

    def _card(self, number: int) -> str:
        card = self._book.card(number)
        return card.name if card is not None else f"{UNKNOWN}{number}"

    def _totals(self, draft: Draft) -> None:
        board = draft.state.board
        for number, player in sorted(self._table.players.items()):
            name = seat(number)
            if name not in board.players:
                continue
            life, hand = player.life_total, self._table.cards_in("ZoneType_Hand", number)
            graveyard = self._table.cards_in("ZoneType_Graveyard", number)
            if (board.life[name], board.hand[name], board.graveyard[name]) != (life, hand, graveyard):
                draft.append(
                    t.PlayerTotalsChanged(
                        player=name,
                        life=life if life != board.life[name] else None,
                        hand=hand if hand != board.hand[name] else None,
                        graveyard=graveyard if graveyard != board.graveyard[name] else None,
                    )
                )
            counters = Counter(self._table.counters.get(number, {}))
            if poison := counters.pop("poison", 0) - board.poison.get(name, 0):
                draft.append(s.PoisonGiven(player=name, number=poison))
            counters.subtract({kind: count for (whose, kind), count in board.player_counters.items() if whose == name})
            if more := {kind: count for kind, count in sorted(counters.items()) if count}:
                draft.append(s.PlayerCountersChanged(player=name, counters=more))

    def _enter(self, draft: Draft, found: GameObject) -> None:
        board, owner = draft.state.board, seat(found.owner_seat_id)
        entered = t.PermanentEntered(
            id=str(found.instance_id),
            owner=owner if owner in board.players else seat(found.controller_seat_id),
            protector=self._protector(found, board),
            token=found.type == "GameObjectType_Token",
            continuously_controlled=not found.has_summoning_sickness,
            arena_id=found.grp_id or None,
            **self._stated(found),
        )
        entering.enter(draft, entered, *self._entering_combat(draft, found))

    def _stated(self, found: GameObject) -> dict[str, Any]:
        """What the table says of a permanent, and what its card adds."""
        card, counters = self._book.card(found.shown_grp_id), self._table.counters.get(found.instance_id, {})
        return {
            "name": card.name if card is not None else _name(found),
            "mana_value": card.mana_value if card is not None else 0 if found.type == "GameObjectType_Token" else None,
            "controller": seat(found.controller_seat_id),
            "tapped": found.is_tapped,
            "types": _types(found),
            "colors": _colors(found),
            "power": found.power.value if found.power is not None else 0,
            "toughness": found.toughness.value if found.toughness is not None else 0,
            "loyalty": found.loyalty.value if found.loyalty is not None else None,
            "defense": found.defense.value if found.defense is not None else None,
            "marked": found.damage,
            "counters": counters,
            "abilities": self._book.abilities(found),
            "unknown_abilities": self._book.unread(found)
            + sum(kind.startswith(UNKNOWN_COUNTER) for kind in counters)
            + sum(not self._is_known_qualification(each) for each in self._table.qualifications(found.instance_id)),
            "attached_to": self._attached_to(found.instance_id),
        }

    def _entering_combat(self, draft: Draft, found: GameObject) -> tuple[str | None, str | None]:
        """What a permanent enters attacking or blocking."""
        if not draft.state.combat.phase:
            return None, None
        attacks = attacked(found, self._table, draft.state.board) if found.is_attacking else None
        blocks = blocked(found, draft.state.combat)[:1] if attacks is None and found.is_blocking else ()
        return attacks, blocks[0] if blocks else None

    def _protector(self, found: GameObject, board: Board) -> str | None:
        """A battle is protected by an opponent of its controller: with two players, by the other one (310.8a)."""
        if "CardType_Battle" not in found.card_types:
            return None
        others = [number for number in sorted(self._table.players) if number != found.controller_seat_id]
        return seat(others[0]) if others and seat(others[0]) in board.players else None

    def _attached_to(self, id: int) -> str | None:
        host = self._table.attached.get(id)
        return None if host is None else self.named(host)

    def _change(self, draft: Draft, found: GameObject) -> None:
        """A permanent's characteristics and status become what the table states."""
        id = str(found.instance_id)
        before = draft.state.board.permanents[id]
        changed = {
            name: value
            for name, value in self._stated(found).items()
            if getattr(before, name) != (frozenset(value) if name in ("types", "colors") else value)
            and (value is not None or name == "attached_to")
        }
        if changed:
            removal.change(draft, id, changed)
        if draft.state.board.permanents[id].continuously_controlled == found.has_summoning_sickness:
            removal.change(draft, id, {"summoning_sick": found.has_summoning_sickness})

    def _fight(self, draft: Draft, found: GameObject) -> None:
        """What happens to a creature in a combat besides being declared: 506.4, 508.4, 508.7, 509.1g, 509.1h."""
        id, combat = str(found.instance_id), draft.state.combat
        attacking = found.is_attacking
        if attacking and (target := attacked(found, self._table, draft.state.board)) is not None:
            if id not in combat.attackers:
                entering.state_attacking(draft, id, target)
            elif combat.attackers[id].target not in (None, target):
                defending = draft.view.defender_of(target) or target
                draft.append(AttackReselected(creature=id, target=target, defending=defending))
        if found.is_blocking and combat.blocks_declared_by:
            for attacker in blocked(found, combat):
                if attacker not in combat.blockers.get(id, ()):
                    entering.cause_block(draft, id, attacker)
        if id in combat.attackers and not attacking:
            removal.remove_from_combat(draft, id)
        elif id in combat.unblocked and found.is_blocked:
            entering.become_blocked(draft, id)
        elif id in combat.blocked and found.is_unblocked:
            entering.become_unblocked(draft, id)
        if id in combat.blockers and not found.is_blocking:
            removal.remove_from_combat(draft, id)

    def _effects(self, draft: Draft) -> None:
        """The effects at work become those that the table's qualifications name."""
        effects = {}
        for id, annotation in sorted(self._table.ongoing.items()):
            ability, source = annotation.number("grpid"), self._table.permanent(annotation.affector_id or 0)
            numbers = {each.grp_id for each in source.unique_abilities} if source is not None else set()
            if ability in numbers and self._book.is_static(ability):
                continue  # the ability is known, and read from the permanent that has it
            known = qualified(annotation, lambda number: seat(number) if number in self._table.players else None)
            if known:
                effects[f"qualification {id}"] = Effect(
                    id=f"qualification {id}",
                    controller=self._controller(source, draft.state.board),
                    source=str(source.instance_id) if source is not None else None,
                    abilities=known,
                    text=f"Arena's qualification {annotation.number('QualificationType')}, by ability {ability}",
                )
        at_work = {name: timed.effect for name, timed in draft.state.board.effects.items()}
        for name, effect in at_work.items():
            if effects.get(name) != effect:
                draft.append(t.EffectEnded(id=name))
        for name, effect in effects.items():
            if at_work.get(name) != effect:
                draft.append(t.EffectBegan(effect=effect))

    def _is_known_qualification(self, annotation: Annotation) -> bool:
        """Whether it is known what a qualification says: it is read, has no bearing, or comes of an ability that is known."""
        number, ability = annotation.number("QualificationType") or 0, annotation.number("grpid")
        if number in QUALIFICATIONS or number in QUALIFICATIONS_WITHOUT_BEARING:
            return True
        return ability is not None and self._book.knows(ability)

    def _controller(self, source: GameObject | None, board: Board) -> str:
        players = board.players
        name = seat(source.controller_seat_id) if source is not None else players[0]
        return name if name in players else players[0]


def _name(found: GameObject) -> str:
    """What to call a card that isn't known: a token by its subtypes. What is face down has no name (708.2a)."""
    if found.is_facedown:
        return ""
    subtypes = " ".join(word.partition("_")[2] for word in found.subtypes)
    return f"{subtypes} token" if found.type == "GameObjectType_Token" and subtypes else f"{UNKNOWN}{found.shown_grp_id}"


_SPELLED = {
    "".join(filter(str.isalnum, name)): name for name in (*CREATURE_TYPES, *LAND_TYPES, *ARTIFACT_TYPES) if not name.isalnum()
}
"""Arena leaves out what is no letter: AssemblyWorker."""


def _types(found: GameObject) -> tuple[str, ...]:
    words = (*found.super_types, *found.card_types, *found.subtypes)
    named = (word.partition("_")[2] for word in words if word != "SubType_AllCreatureTypes")
    return tuple(_SPELLED.get(word, word) for word in named)


def _colors(found: GameObject) -> tuple[Color, ...]:
    return tuple(dict.fromkeys(COLORS[color] for color in found.color if color in COLORS))
