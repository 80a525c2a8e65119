"""509.1b: "a color with them" is asked of the attacker of each block; "other" beside "enchanted creature" is other than that."""

import pytest
from referee import ANN, BOB, attack, block, creature, damage, enchantment, given, illegal, left, legal, permanent

ATTACKERS = (creature("ox", ANN, types=("Goblin",), colors=("R",)), creature("cow", ANN, types=("Elf",), colors=("W",)))
GUARD = creature("guard", BOB, types=("Elf",), colors=("R",))
SHARED = {"a color": "ox", "a creature type": "cow"}


@pytest.mark.parametrize("shared", SHARED)
@pytest.mark.parametrize("share", ["share", "don't share"])
@pytest.mark.parametrize("by", ["by", "except by"])
@pytest.mark.parametrize("those", ["Creatures you control", "Creatures"])
def test_them_are_the_attackers_each_by_itself(those: str, by: str, share: str, shared: str) -> None:
    law = enchantment("law", ANN, f"{those} can't be blocked {by} creatures that {share} {shared} with them.")
    for attacker in ("ox", "cow"):
        alike = (SHARED[shared] == attacker) == (share == "share")
        verdict = legal if alike == (by == "except by") else illegal("509.1b")
        given(*ATTACKERS, GUARD, law).when(attack(ox=BOB, cow=BOB), block(guard=attacker)).then(verdict)


HOSTED = (
    "that share a color with enchanted creature",
    "that share a creature type with enchanted creature",
    "enchanted creature's controller controls",
)


@pytest.mark.parametrize("which", HOSTED)
def test_other_is_other_than_enchanted_creature(which: str) -> None:
    aura = permanent("aura", ANN, f"Other creatures {which} have first strike.", types=("Enchantment", "Aura"), attached_to="ox")
    kin = creature("kin", ANN, types=("Goblin",), colors=("R",))
    walls = creature("dam", BOB), creature("wall", BOB)
    dealt = attack(ox=BOB, kin=BOB), block(dam="ox", wall="kin"), damage()
    board = given(ATTACKERS[0], kin, *walls, aura)
    board.when(*dealt).then(left("wall"))
    board.when(*dealt, damage()).then(left("ox", "dam", "aura"))


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("said", ["as long as it's enchanted by another Aura", "as long as another Aura is attached to it"])
def test_another_aura_is_another_than_this(said: str, others: int) -> None:
    named = [f"Enchanted creature can't be blocked {said}.", *([""] * others)]
    auras = [permanent(f"aura{at}", ANN, text, types=("Enchantment", "Aura"), attached_to="ox") for at, text in enumerate(named)]
    board = given(ATTACKERS[0], GUARD, *auras).when(attack(ox=BOB), block(guard="ox"))
    board.then(illegal("509.1b") if others else legal)
