"""Card types, supertypes and subtypes (rules 205.2a, 205.3 and 205.4a): the one table of them for the whole program.

Card types, supertypes and the subtypes of everything but creatures are closed lists. Creature types are open: what is none of
the others is one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

CARD_TYPES = (
    "Artifact",
    "Battle",
    "Conspiracy",
    "Creature",
    "Dungeon",
    "Enchantment",
    "Instant",
    "Kindred",
    "Land",
    "Phenomenon",
    "Plane",
    "Planeswalker",
    "Scheme",
    "Sorcery",
    "Tribal",
    "Vanguard",
)
"""Card types; `Tribal` is what `Kindred` was called before 2024."""
PERMANENT_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
"""Those of permanents (110.4)."""

SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")

BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")


def _listed(words: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in words.split())


ARTIFACT_TYPES = _listed(
    """
    Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator Infinity Junk
    Lander Map Powerstone Spacecraft Stone Treasure Vehicle
    """
)

ENCHANTMENT_TYPES = _listed(
    """
    Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine
    """
)

LAND_TYPES = _listed(
    """
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp Tower Town
    Urza's
    """
)

PLANESWALKER_TYPES = _listed(
    """
    Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel
    Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace Jared
    Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko
    Nissa Nixilis Oko Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi
    Teyo Tezzeret Tibalt Tyvar Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling
    Zariel
    """
)

BATTLE_TYPES = ("Siege",)

SPELL_TYPES = ("Adventure", "Arcane", "Lesson", "Omen", "Trap")

CREATURE_TYPES = _listed(
    """
    Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker
    Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Beholder
    Berserker Bird Bison Blinkmoth Boar Borg Bringer Brushwagg C'tan Camarid Camel Capybara Caribou Carrier Cat Centaur
    Child Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile Custodes Cyberman Cyclops Dalek
    Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drix Drone Druid
    Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer
    Fox Fractal Frog Fungus Gamer Gamma Gargoyle Germ Giant Gith Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Gorn
    Graveborn Gremlin Griffin Guest Hag Halfling Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus
    Horror Horse Human Hydra Hyena Illusion Imp Incarnation Inhuman Inkling Inquisitor Insect Jackal Jellyfish
    Juggernaut Kangaroo Kavu Kelpien Kirin Kithkin Klingon Knight Kobold Kor Kraken Kree Lamia Lammasu Leech Lemur
    Leviathan Lhurgoyf Licid Lizard Llama Lobster Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite
    Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic Naga Nautilus Necron Nephilim
    Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Officer Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster
    Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Platypus
    Pony Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger
    Robot Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal
    Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Skrull Skunk Slith Sliver Sloth Slug Snail
    Snake Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Spy Squid
    Squirrel Starfish Surrakar Survivor Symbiote Synth Tentacle Tetravite Thalakos Tholian Thopter Thrull Tiefling
    Time_Lord Toy Treefolk Trilobite Triskelavite Troll Turtle Tyranid Unicorn Utrom Vampire Varmint Vedalken Viashino
    Villain Volver Vulcan Wall Walrus Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm
    Wraith Wurm Yeti Zombie Zubera
    """
)
"""The creature types of the newest rules. There may be others: cards bring new ones every few months."""

_KINDS = {
    "Artifact": ARTIFACT_TYPES,
    "Enchantment": ENCHANTMENT_TYPES,
    "Land": LAND_TYPES,
    "Planeswalker": PLANESWALKER_TYPES,
    "Battle": BATTLE_TYPES,
    "Instant": SPELL_TYPES,
}
"""Card type → its subtypes; those of creatures aside."""
NONCREATURE_SUBTYPES = frozenset(word for kind in _KINDS.values() for word in kind)

GROUPS = {
    "Historic": ("Artifact", "Legendary", "Saga"),
    "Outlaw": ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"),
}
"""Words that stand for any of several types (rules 700.6 and 700.12)."""

_NOT_CREATURE_TYPES = NONCREATURE_SUBTYPES | {*CARD_TYPES, *SUPERTYPES, *GROUPS}

_KNOWN = {word.lower(): word for word in (*CREATURE_TYPES, *NONCREATURE_SUBTYPES, *SUPERTYPES, *CARD_TYPES)}
_KNOWN |= {"urza\u2019s": "Urza's"}


def is_creature_type(word: str) -> bool:
    """Whether the word is a creature type: every type that isn't known to be something else."""
    return word not in _NOT_CREATURE_TYPES


def card_type_of(subtype: str) -> str:
    """The card type whose subtype the word is (205.3); what is none of the others is a creature type."""
    return next((card_type for card_type, kind in _KINDS.items() if subtype in kind), "Creature")


def are_of_one_kind(one: str, other: str) -> bool:
    """Whether both are subtypes of the same card type (205.3c): a subtype that is set replaces those of its kind (205.1a)."""
    return (is_creature_type(one) and is_creature_type(other)) or any(one in kind and other in kind for kind in _KINDS.values())


def of_card_types(types: Iterable[str], card_types: Collection[str]) -> tuple[str, ...]:
    """The types without other card types than these, and without the subtypes of those (205.1a)."""
    lost = {each for each in CARD_TYPES if each not in card_types}
    lost.update(each for of, kind in _KINDS.items() if of in lost for each in kind)
    creature = not {"Creature", "Kindred"}.isdisjoint(card_types)
    return tuple(each for each in types if each not in lost and (creature or not is_creature_type(each)))


def parts_of_type_line(types: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Words of a type line (rule 205.1) by its parts, in their order: `supertypes`, `types` and `subtypes`."""
    parts: dict[str, list[str]] = {"supertypes": [], "types": [], "subtypes": []}
    for word in types:
        parts["supertypes" if word in SUPERTYPES else "types" if word in CARD_TYPES else "subtypes"].append(word)
    return {name: tuple(words) for name, words in parts.items()}


def type_line(types: Iterable[str]) -> str:
    """Types in the order of a type line (rule 205.1): supertypes, card types, and the subtypes after a dash."""
    supertypes, card_types, subtypes = parts_of_type_line(sorted(types)).values()
    return " — ".join(filter(None, [" ".join((*supertypes, *card_types)), " ".join(subtypes)]))


def as_known(word: str) -> str:
    """The type as the rules write it (`creature` is `Creature`); one that isn't known stays as it is."""
    return _KNOWN.get(" ".join(word.split()).lower(), word)
