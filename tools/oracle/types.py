"""The words for card types, supertypes and subtypes (rules 205.2a, 205.3 and 205.4a), singular and plural."""

from __future__ import annotations

from .tables import listed

_ARTIFACT = """
    Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator Infinity Junk
    Lander Map Powerstone Spacecraft Stone Treasure Vehicle
"""

_ENCHANTMENT = """
    Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine
"""

_LAND = """
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp Tower Town
    Urza's
"""

_PLANESWALKER = """
    Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel
    Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace Jared
    Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko
    Nissa Nixilis Oko Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi
    Teyo Tezzeret Tibalt Tyvar Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling
    Zariel
"""

_CREATURE = """
    Time_Lord Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin
    Assembly-Worker Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast
    Beaver Beeble Beholder Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg Camarid Camel Capybara Caribou
    Carrier Cat Centaur Child Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile
    C'tan Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor
    Dog Dragon Drake Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental
    Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gargoyle Germ
    Giant Gith Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling
    Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Human Hydra Hyena
    Illusion Imp Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kangaroo Kavu Kirin Kithkin
    Knight Kobold Kor Kraken Llama Lamia Lammasu Leech Lemur Leviathan Lhurgoyf Licid Lizard Lobster Manticore
    Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk
    Mount Mouse Mutant Myr Mystic Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph
    Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest
    Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Platypus Porcupine Possum Praetor Primarch Prism
    Processor Qu Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai
    Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman
    Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail Snake Soldier Soltari Sorcerer
    Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid Squirrel Starfish Surrakar
    Survivor Symbiote Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Toy Treefolk Trilobite
    Triskelavite Troll Turtle Tyranid Unicorn Vampire Varmint Vedalken Villain Volver Wall Walrus Warlock
    Warrior Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera
"""


# Singular and plural, or both in one.
_IRREGULAR = {
    word.split(":")[0]: word.split(":")[-1]
    for word in listed(
        """
        Aetherborn, Astartes, Aurochs, Bison, Caribou, Child:Children, Custodes, Cyberman:Cybermen,
        Cyclops:Cyclopes, Dauthi, Djinn, Dwarf:Dwarves, Efreet:Efreets, Eldrazi, Elf:Elves, Elk, Equipment,
        Fish, Food:Foods, Fungus:Fungi, Hero:Heroes, Hippo:Hippos, Homunculus:Homunculi, Jellyfish, Kithkin,
        Kor, Leech:Leeches, Locus:Loci, Merfolk, Moonfolk, Moose, Mouse:Mice, Myr, Nautilus:Nautiluses,
        Nephilim, Octopus:Octopuses, Ox:Oxen, Pegasus:Pegasi, Plains, Samurai, Sheep, Soltari, Spawn:Spawns,
        Squid, Starfish, Thalakos, Thief:Thieves, Treasure:Treasures, Treefolk, Vedalken, Walrus:Walruses,
        Werewolf:Werewolves, Wolf:Wolves
        """
    )
}


def plural(word: str) -> str:
    """The plural of a type's word."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh", "z")) else "s")


def _table(words: str) -> dict[str, str]:
    names = [word.replace("_", " ") for word in words.split()]
    return {form.lower(): name for name in names for form in (name, plural(name))}


CARD_TYPES = _table("Artifact Battle Creature Enchantment Instant Land Planeswalker Sorcery Kindred")
"""Singular and plural, in lower case, to the type."""

SUPERTYPES = {word.lower(): word for word in ("Basic", "Legendary", "Ongoing", "Snow", "World")}

GROUPS = _table("Historic Outlaw")
"""Words that stand for several types (rules 700.6 and 700.12)."""

SUBTYPES = _table(" ".join((_ARTIFACT, _ENCHANTMENT, _LAND, _PLANESWALKER, _CREATURE)))

LAND_TYPES = _table(_LAND)

SINGULAR = {name.lower() for name in {*CARD_TYPES.values(), *SUBTYPES.values()} if plural(name) != name}
SINGULAR |= {"permanent", "token", "commander", "ring-bearer"}
"""Words for one of them only, in lower case."""
