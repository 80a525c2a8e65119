"""Changed copies, as `dataclasses.replace` makes them."""

from dataclasses import dataclass, field, replace

import pytest
from declarant.projections.changing import changed, copied, dictionaries


@dataclass(frozen=True, slots=True)
class Frozen:
    name: str
    number: int = 1


@dataclass(slots=True)
class Open:
    names: list[str]
    number: int = 1


def test_a_copy_has_the_fields_that_are_named_changed() -> None:
    value = Frozen("elf", 3)
    assert changed(value, number=4) == replace(value, number=4) == Frozen("elf", 4)
    assert value == Frozen("elf", 3)
    assert hash(changed(value)) == hash(value)


def test_a_copy_shares_the_values_that_stay() -> None:
    value = Open(["elf"])
    copy = changed(value)
    copy.number = 2
    assert copy.names is value.names
    assert value.number == 1


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError):
        changed(Frozen("elf"), power=2)


@dataclass(slots=True)
class Kept:
    name: str = ""
    numbers: dict[str, int] = field(default_factory=dict)


def test_a_copy_to_change_has_containers_of_its_own() -> None:
    value = Kept("elf", {"power": 1})
    copy = copied(value, Kept, dictionaries(Kept))
    assert copy == value
    copy.numbers["power"] = 2
    assert value == Kept("elf", {"power": 1})
