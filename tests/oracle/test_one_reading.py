"""A sentence has one reading: trying the rules of the grammar in another order gives no other."""

from pathlib import Path

import pytest
from declarant.tools.oracle import clauses, conditions, predicates, read_sentence
from declarant.tools.oracle.coverage import rows


@pytest.mark.parametrize(
    ("module", "table"),
    [(conditions, "_READINGS"), (predicates, "_READINGS"), (clauses, "_WHOLE")],
    ids=lambda each: str(each)[-20:],
)
def test_the_order_of_the_rules_makes_no_other_reading(
    shared: Path, monkeypatch: pytest.MonkeyPatch, module: object, table: str
) -> None:
    found = [(str(row["sentence"]), str(row.get("name", ""))) for row in rows(shared / "cards" / "lines-visible.jsonl.gz")][::3]
    before = [read_sentence(sentence, name=name) for sentence, name in found]
    monkeypatch.setattr(module, table, tuple(reversed(getattr(module, table))))
    after = [read_sentence(sentence, name=name) for sentence, name in found]
    read = [(one, other) for one, other in zip(before, after, strict=True) if "declined" not in (one.kind, other.kind)]
    assert len(read) > 0.9 * len(found)
    assert [pair for pair in read if pair[0] != pair[1]] == []
