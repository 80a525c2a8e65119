"""The tables, their columns and keys, as data: schemas, documentation and the contract that tests keep are made from it.

Names, types and meanings are what consumers build on. A column may be added at the end of its table; any other change is a new
version of the package.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

ColumnType = Literal["string", "strings", "integer", "boolean", "date", "timestamp"]
"""`integer` has 64 bits, `timestamp` is in UTC with microseconds, `strings` is a list."""


class Column(NamedTuple):
    """A column. `unit` is what a number counts, or what a text or a time is written in; empty where there is none."""

    name: str
    type: ColumnType
    meaning: str
    unit: str = ""
    nullable: bool = False


class Table(NamedTuple):
    """A table. No two rows of one export have the same values in the columns of the key."""

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(column.name for column in self.columns)


_COMMON = (
    Column("game", "string", "The game: the name of its stream."),
    Column("version", "integer", "The version of the game's log at which this row was last changed.", "version"),
    Column("edition", "date", "The effective date of the edition of the rules."),
)

_STANDING = (
    Column("stands", "boolean", "Whether it is part of the game's history: no cut took it back."),
    Column("taken_back_by", "integer", "The cut that took it back: `cut` in `cuts`.", "version", True),
)

_MOMENT = (
    Column("turn", "integer", "The number of the turn.", "turns, from 1"),
    Column("combat", "integer", "The number of the combat phase in the turn.", "combat phases, from 1"),
)

_INTERRUPTED = Column("interrupted", "boolean", "The record that the game is from left something out: the board isn't known.")


def _creature(whose: str, prefix: str) -> tuple[Column, ...]:
    return (
        Column(f"{prefix}name", "string", f"The name of {whose}.", nullable=True),
        Column(f"{prefix}power", "integer", f"The power of {whose} when it was declared.", "power", True),
        Column(f"{prefix}toughness", "integer", f"The toughness of {whose} when it was declared.", "toughness", True),
        Column(f"{prefix}mana_value", "integer", f"The mana value of {whose}.", "mana", True),
        Column(f"{prefix}token", "boolean", f"Whether {whose} is a token.", nullable=True),
        Column(f"{prefix}keywords", "strings", f"The keyword abilities of {whose}, without those that effects give it, sorted."),
    )


_OUTCOME = (
    Column("dealt", "integer", "Combat damage that it dealt in this combat.", "damage", True),
    Column("taken", "integer", "Combat damage that it was dealt in this combat.", "damage", True),
    Column("died", "boolean", "Whether it died in this combat; none where no combat damage is on record.", nullable=True),
    Column("killed", "integer", "How many permanents died in this combat that it dealt damage to.", "permanents", True),
)
_BLOCK_OUTCOME = (
    Column("dealt", "integer", "Combat damage that the blocker dealt to this attacker.", "damage", True),
    Column("taken", "integer", "Combat damage that this attacker dealt to the blocker.", "damage", True),
    Column(
        "died", "boolean", "Whether the blocker died in this combat; none where no combat damage is on record.", nullable=True
    ),
    Column("killed", "boolean", "Whether this attacker died in this combat, dealt damage by the blocker.", nullable=True),
)
_RESULT = (
    Column("damage_to_others", "integer", "Combat damage dealt in this combat to players but the declaring one.", "damage", True),
    Column("own_died", "integer", "Permanents of the declaring player that died in this combat.", "permanents", True),
    Column("others_died", "integer", "Permanents of other players that died in this combat.", "permanents", True),
)
"""What came of a combat, behind the columns that were there before it."""


TABLES: tuple[Table, ...] = (
    Table(
        "games",
        "One row a game.",
        ("game",),
        (
            *_COMMON,
            Column("players", "strings", "The players, in turn order."),
            Column("names", "strings", "What the players are called, in the order of `players`."),
            Column("played", "timestamp", "When the game was played, if its record tells.", "UTC", True),
            Column("recorded", "timestamp", "When its first entry was appended.", "UTC"),
            Column("updated", "timestamp", "When its last entry was appended.", "UTC"),
            Column("format", "string", "What was played, in the words of the record.", nullable=True),
            Column("source", "string", "The record that the game was imported from.", nullable=True),
            Column("declarant_version", "string", "The version of declarant that began the log."),
            Column("turns", "integer", "The number of the last turn.", "turns"),
            Column("ended", "boolean", "Whether the game is over."),
            Column("winner", "string", "The player who won; none in a draw, and where nobody knows.", nullable=True),
            Column("reason", "string", "Why it is over, in the words of the record.", nullable=True),
            Column("tainted", "boolean", "Whether the record left something out at some point of the game."),
            Column("interruptions", "integer", "How often the record left something out.", "times"),
        ),
    ),
    Table(
        "turns",
        "One row a turn, as it began.",
        ("game", "began"),
        (
            *_COMMON,
            Column("began", "integer", "The version at which the turn began.", "version"),
            Column("turn", "integer", "The number of the turn.", "turns, from 1"),
            Column("player", "string", "The active player."),
            Column("life", "integer", "The active player's life.", "life", True),
            Column("opposing_life", "integer", "The lowest life of the other players.", "life", True),
            Column("creatures", "integer", "How many creatures the active player controls.", "creatures"),
            Column("opposing_creatures", "integer", "How many creatures the other players control.", "creatures"),
            _INTERRUPTED,
            Column("recorded", "timestamp", "When it was appended.", "UTC"),
            *_STANDING,
        ),
    ),
    Table(
        "declarations",
        "One row a declaration of attackers or blockers, illegal attempts included.",
        ("game", "declaration"),
        (
            *_COMMON,
            Column("declaration", "integer", "The version at which the declaration began.", "version"),
            Column("action", "string", "`attack` or `block`."),
            Column("player", "string", "The player who declared."),
            *_MOMENT,
            Column("attack", "integer", "Of blocks: the declaration of the attackers in this combat.", "version", True),
            Column("creatures", "integer", "How many creatures were chosen.", "creatures"),
            Column(
                "verdict",
                "string",
                "`legal`, `illegal` or `undecided`; none while it waits for payment, where it was taken back without one, and "
                "where the record left out what a ruling depends on.",
                nullable=True,
            ),
            Column("rule", "string", "The rule that decided, by its number in the edition.", nullable=True),
            Column("concept", "string", "That rule by a name that is the same in all editions.", nullable=True),
            Column("why", "string", "What is wrong, in words.", nullable=True),
            Column("wrong", "strings", "Every step of the procedure that is wrong, as in `Ruling.wrong`."),
            Column(
                "stood",
                "string",
                "Why the recorded game went on with it without a legal ruling: `illegal`, `undecided` or `record interrupted`. "
                "The attempt that was ruled illegal is a row of its own, taken back.",
                nullable=True,
            ),
            Column("restrictions", "integer", "Restrictions in force, if they were obeyed.", "restrictions", True),
            Column("requirements", "integer", "Requirements in force, if restrictions were obeyed.", "requirements", True),
            Column("obeyed", "integer", "Requirements that it obeys.", "requirements", True),
            Column("cost", "string", "The locked-in total cost.", "mana symbols and words", True),
            Column("cost_mana", "string", "The mana of that total.", "mana symbols", True),
            Column("cost_life", "integer", "The life of that total.", "life", True),
            Column("mana_abilities", "integer", "Mana abilities activated to pay it.", "mana abilities"),
            Column("paid", "boolean", "Whether the total was paid; none where nothing was to be paid.", nullable=True),
            Column("completed", "integer", "The version at which it was complete.", "version", True),
            _INTERRUPTED,
            Column("recorded", "timestamp", "When it was appended.", "UTC"),
            *_STANDING,
            *_RESULT,
        ),
    ),
    Table(
        "attacks",
        "One row an attacker of a declaration. Creatures put onto the battlefield attacking were never declared: none here.",
        ("game", "declaration", "attacker"),
        (
            *_COMMON,
            Column("declaration", "integer", "The declaration, as in `declarations`.", "version"),
            Column("attacker", "string", "The creature."),
            Column("player", "string", "The attacking player."),
            *_MOMENT,
            Column("target", "string", "The player, planeswalker or battle that it attacks.", nullable=True),
            Column("target_kind", "string", "`player`, `planeswalker` or `battle`.", nullable=True),
            Column("defending", "string", "The defending player, once it attacks.", nullable=True),
            *_creature("the attacker", ""),
            Column("tapped", "boolean", "Whether attacking tapped it."),
            Column("exerted", "boolean", "Whether it was exerted as it attacked."),
            Column("enlisted", "string", "The creature that it enlisted.", nullable=True),
            Column("band", "integer", "The number of its band in the declaration.", "bands, from 1", True),
            Column("attacking", "boolean", "Whether it became an attacking creature."),
            Column("blocked", "boolean", "Whether it became blocked; none before blockers are declared.", nullable=True),
            Column("blockers", "integer", "How many creatures were declared as blocking it.", "creatures"),
            _INTERRUPTED,
            *_STANDING,
            *_OUTCOME,
        ),
    ),
    Table(
        "blocks",
        "One row a blocker and an attacker of a declaration.",
        ("game", "declaration", "blocker", "attacker"),
        (
            *_COMMON,
            Column("declaration", "integer", "The declaration of the blockers, as in `declarations`.", "version"),
            Column("attack", "integer", "The declaration of the attackers, as in `attacks`.", "version", True),
            Column("blocker", "string", "The creature that blocks."),
            Column("attacker", "string", "The creature that it blocks."),
            Column("player", "string", "The defending player."),
            *_MOMENT,
            *_creature("the blocker", "blocker_"),
            *_creature("the attacker", "attacker_"),
            Column("blockers", "integer", "How many creatures of the declaration block this attacker.", "creatures"),
            Column("blocking", "boolean", "Whether the creature became blocking that attacker."),
            _INTERRUPTED,
            *_STANDING,
            *_BLOCK_OUTCOME,
        ),
    ),
    Table(
        "triggers",
        "One row for each time that an ability triggered, once or several times at a time.",
        ("game", "trigger"),
        (
            *_COMMON,
            Column("trigger", "integer", "The version at which it triggered.", "version"),
            *_MOMENT,
            Column("attack", "integer", "The declaration of the attackers in this combat.", "version", True),
            Column("source", "string", "The permanent whose ability it is."),
            Column("source_name", "string", "Its name, while it is on the battlefield.", nullable=True),
            Column("controller", "string", "The player who controls the ability."),
            Column("ability", "string", "The ability in its own words; a keyword by its name."),
            Column("concept", "string", "The rule that it triggers by, by a name that is the same in all editions."),
            Column("times", "integer", "How often it triggered at once.", "times"),
            Column("about", "strings", "The creatures or players that it triggered for."),
            *_STANDING,
        ),
    ),
    Table(
        "costs",
        "One row for each cost that a declaration incurs.",
        ("game", "locked", "cost"),
        (
            *_COMMON,
            Column("locked", "integer", "The version at which the total cost was locked in.", "version"),
            Column("cost", "integer", "The number of the cost in the total.", "costs, from 1"),
            Column("declaration", "integer", "The declaration, as in `declarations`.", "version"),
            Column("action", "string", "`attack` or `block`."),
            Column("player", "string", "The player who is to pay."),
            *_MOMENT,
            Column("source", "string", "The permanent whose ability asks for it; none for an effect.", nullable=True),
            Column("source_name", "string", "Its name.", nullable=True),
            Column("creature", "string", "The creature that attacks or blocks at that cost."),
            Column("target", "string", "What it attacks or blocks, where the cost depends on it.", nullable=True),
            Column("text", "string", "The ability in its own words."),
            Column("paid", "boolean", "Whether the total that it is part of was paid."),
            *_STANDING,
        ),
    ),
    Table(
        "orders",
        "One row for each creature whose damage assignment order was announced.",
        ("game", "announced", "creature"),
        (
            *_COMMON,
            Column("announced", "integer", "The version at which it was announced.", "version"),
            Column("creature", "string", "The attacker or the blocker."),
            *_MOMENT,
            Column("attack", "integer", "The declaration of the attackers in this combat.", "version", True),
            Column("order", "strings", "The creatures it faces, in the order announced."),
            Column("concept", "string", "The rule that asks for it, by a name that is the same in all editions."),
            *_STANDING,
        ),
    ),
    Table(
        "damage",
        "One row a source and a recipient of damage that was dealt.",
        ("game", "dealt_at", "number"),
        (
            *_COMMON,
            Column("dealt_at", "integer", "The version at which it was dealt.", "version"),
            Column("number", "integer", "Tells apart what was dealt at that version.", "sources and recipients, from 1"),
            *_MOMENT,
            Column("attack", "integer", "The declaration of the attackers in this combat.", "version", True),
            Column("combat_damage", "boolean", "Whether it is combat damage."),
            Column("step", "string", "The combat damage step: `first strike` or `regular`.", nullable=True),
            Column("source", "string", "What deals it."),
            Column("source_name", "string", "Its name, if it is a permanent.", nullable=True),
            Column("source_controller", "string", "Who controls it.", nullable=True),
            Column("source_power", "integer", "Its power as damage is dealt.", "power", True),
            Column("source_toughness", "integer", "Its toughness as damage is dealt.", "toughness", True),
            Column("recipient", "string", "The permanent or the player that is dealt it."),
            Column("recipient_name", "string", "The name of that permanent.", nullable=True),
            Column("recipient_kind", "string", "`player`, `creature`, `planeswalker` or `battle`.", nullable=True),
            Column("recipient_controller", "string", "Who controls that permanent, or the player.", nullable=True),
            Column("recipient_power", "integer", "Its power as damage is dealt.", "power", True),
            Column("recipient_toughness", "integer", "Its toughness as damage is dealt.", "toughness", True),
            Column("assigned", "integer", "What was assigned; none where the record tells what was dealt only.", "damage", True),
            Column("dealt", "integer", "What was dealt.", "damage"),
            Column("prevented", "integer", "What was prevented; none where the record doesn't tell.", "damage", True),
            Column(
                "lethal",
                "boolean",
                "Whether all that is dealt to the recipient at this time is lethal damage, or the last of its life, loyalty or "
                "defense; prevention counts, indestructible doesn't.",
                nullable=True,
            ),
            _INTERRUPTED,
            *_STANDING,
        ),
    ),
    Table(
        "deaths",
        "One row a permanent that was put into a graveyard, or that would have been by state-based actions and went elsewhere.",
        ("game", "died_at"),
        (
            *_COMMON,
            Column("died_at", "integer", "The version at which it left the battlefield.", "version"),
            *_MOMENT,
            Column("attack", "integer", "The declaration of the attackers, in a combat.", "version", True),
            Column("step", "string", "The step of the combat phase; `other` outside of it."),
            Column("permanent", "string", "The permanent."),
            Column("name", "string", "Its name."),
            Column("controller", "string", "Who controlled it."),
            Column("owner", "string", "Who owns it."),
            Column("creature", "boolean", "Whether it was a creature."),
            Column("token", "boolean", "Whether it was a token."),
            Column("power", "integer", "Its power as it left.", "power"),
            Column("toughness", "integer", "Its toughness as it left.", "toughness"),
            Column("mana_value", "integer", "Its mana value.", "mana"),
            Column("to", "string", "The zone that it went to.", nullable=True),
            Column("why", "string", "A state-based action or what was done: see `PermanentLeft`.", nullable=True),
            Column("attacked", "boolean", "Whether it was declared as an attacker in this combat."),
            Column("blocked", "boolean", "Whether it was declared as a blocker in this combat."),
            Column("damaged_by", "strings", "The sources that dealt damage to it this turn, in that order."),
            _INTERRUPTED,
            *_STANDING,
        ),
    ),
    Table(
        "life",
        "One row for each time that a player gained or lost life.",
        ("game", "changed_at", "number"),
        (
            *_COMMON,
            Column("changed_at", "integer", "The version at which it changed.", "version"),
            Column("number", "integer", "Tells apart what changed at that version.", "changes, from 1"),
            Column("turn", "integer", "The number of the turn.", "turns, from 1"),
            Column("active", "string", "The active player.", nullable=True),
            Column("combat", "integer", "The number of the combat phases that have begun in the turn.", "combat phases"),
            Column("step", "string", "The step of the combat phase; `other` outside of it."),
            Column("player", "string", "The player whose life changed."),
            Column("change", "integer", "How much was gained, or (below 0) lost.", "life"),
            Column("life", "integer", "The player's life after it.", "life"),
            Column(
                "cause",
                "string",
                "`combat damage`, `damage`, `lifelink` (in games judged here) or `other`; none where nothing tells.",
                nullable=True,
            ),
            Column("sources", "strings", "What dealt the damage, or else did it."),
            Column("source_names", "strings", "The names of those of them that are permanents."),
            _INTERRUPTED,
            *_STANDING,
        ),
    ),
    Table(
        "spells",
        "One row a spell that a record tells was cast.",
        ("game", "cast_at"),
        (
            *_COMMON,
            Column("cast_at", "integer", "The version at which it was cast.", "version"),
            Column("turn", "integer", "The number of the turn.", "turns, from 1"),
            Column("active", "string", "The active player.", nullable=True),
            Column("combat", "integer", "The number of the combat phases that have begun in the turn.", "combat phases"),
            Column("step", "string", "The step of the combat phase; `other` outside of it."),
            Column("spell", "string", "The spell."),
            Column("player", "string", "The player who cast it."),
            Column("name", "string", "Its name."),
            Column("types", "strings", "Its supertypes, card types and subtypes."),
            Column("mana_value", "integer", "Its mana value, where its card is known.", "mana", True),
            _INTERRUPTED,
            *_STANDING,
        ),
    ),
    Table(
        "cuts",
        "One row for each time that the log was cut back.",
        ("game", "cut"),
        (
            *_COMMON,
            Column("cut", "integer", "The version of the cut.", "version"),
            Column("back_to", "integer", "The version that the log went back to: what came after it is taken back.", "version"),
            Column("entries", "integer", "How many events it took back.", "events"),
            Column("declaration", "integer", "The declaration that it took back, as in `declarations`.", "version", True),
            Column("action", "string", "What was ruled on: `attack`, `block`, `order` or `reselect`.", nullable=True),
            Column("player", "string", "Whose choice was ruled on.", nullable=True),
            Column(
                "verdict", "string", "`illegal` or `undecided`; none where it was taken back without a ruling.", nullable=True
            ),
            Column("rule", "string", "The rule that decided, by its number in the edition.", nullable=True),
            Column("concept", "string", "That rule by a name that is the same in all editions.", nullable=True),
            Column("why", "string", "What is wrong, in words.", nullable=True),
            Column("wrong", "strings", "Every step of the procedure that is wrong, as in `Ruling.wrong`."),
            Column("recorded", "timestamp", "When it was appended.", "UTC"),
            *_STANDING,
        ),
    ),
)

BY_NAME: dict[str, Table] = {table.name: table for table in TABLES}
"""The tables by their names."""
