"""702.134: a +1/+1 counter on target attacking creature with less power."""

from referee import ANN, BOB, attack, creature, given, illegal, resolve, resolved, sizes

CHIEF = creature("chief", ANN, "Mentor", power=3)
ELF, IMP, OX = (creature(id, ANN, power=power, toughness=1) for id, power in (("elf", 1), ("imp", 2), ("ox", 3)))
ALL = attack(chief=BOB, elf=BOB, imp=BOB, ox=BOB)


def test_the_player_chooses_the_weaker_attacker() -> None:
    given(CHIEF, ELF, IMP, OX).when(ALL, resolve("all", {"source": "chief", "targets": ["elf"]})).then(
        sizes(elf="2/2", imp="2/1", ox="3/1")
    )


def test_by_default_the_greatest_is_chosen() -> None:
    given(CHIEF, ELF, IMP, OX).when(ALL, resolve()).then(sizes(elf="1/1", imp="3/2"), resolved("chief"))


def test_one_of_the_same_power_is_no_target() -> None:
    given(CHIEF, ELF, OX).when(attack(chief=BOB, elf=BOB, ox=BOB), resolve("all", {"source": "chief", "targets": ["ox"]})).then(
        illegal("603.3d", "elf")
    )


def test_without_a_target_it_is_removed_from_the_stack() -> None:
    outcome = given(CHIEF, OX).when(attack(chief=BOB, ox=BOB), resolve()).outcome()
    assert [each.why for each in outcome.step.resolved] == ["no target chosen"]


def test_a_target_that_has_grown_too_strong_is_illegal_as_it_resolves() -> None:
    grown = {"changes": {"id": "elf", "power": 9}}
    choose = {"source": "chief", "targets": ["elf"]}
    board = given(CHIEF, creature("master", ANN, "Mentor", power=3), ELF)
    step = resolve(1, {"source": "master", "targets": ["elf"]}, choose)
    outcome = board.when(
        attack(chief=BOB, master=BOB, elf=BOB), {**step, "choices": step["choices"][:1]}, grown, resolve()
    ).outcome()
    assert [each.why for each in outcome.step.resolved] == ["no legal target"]
