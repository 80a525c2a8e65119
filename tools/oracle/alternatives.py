"""Whether a sentence has one reading: every choice of the grammar is taken back once, and what then reads is compared.

The grammar is an ordered choice: the first rule that reads wins, and another might be hidden behind it. So the use of each
rule in the reading found is refused, one by one; where the sentence is read all the same, it must be read alike.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from .cursor import RuleChoices, Use
from .sentences import Reading, read_with


@dataclass
class RecordedUses(RuleChoices):
    """Which rules a reading used, and which it may not use."""

    refused: Use | None = None
    before: frozenset[Use] | None = None
    """The uses of the first reading. What reads only where nothing else does may not be tried where it wasn't before."""

    def allows(self, use: Use, *, last_resort: bool) -> bool:
        refused = use == self.refused or (last_resort and self.before is not None and use not in self.before)
        return not refused and super().allows(use, last_resort=last_resort)


def readings(sentence: str, *, name: str = "") -> list[Reading]:
    """The readings of a sentence by itself that differ, the one that is taken first. Two are an error in the grammar."""
    first = RecordedUses()
    found = [read_with(sentence, name, first)]
    if found[0].kind != "understood":
        return found
    said = [_meant(found[0])]
    before = frozenset(first.used)
    for use in dict.fromkeys(first.used):
        other = read_with(sentence, name, RecordedUses(refused=use, before=before))
        if other.kind == "understood" and (meant := _meant(other)) not in said:
            said.append(meant)
            found.append(other)
    return found


def _meant(reading: Reading) -> object:
    """What a reading says, whatever the order in which it is said."""
    return _plain(reading.model_dump(mode="json"))


def _plain(data: object) -> object:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items() if key != "text"}
    if isinstance(data, list):
        return sorted(map(_plain, data), key=lambda each: json.dumps(each, sort_keys=True))
    return data
