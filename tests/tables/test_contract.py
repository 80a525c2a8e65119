"""The contract with those who read the tables: columns, types, keys and what is said of them."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from declarant.projections.tables.schema import BY_NAME, TABLES
from declarant.tools.tables.batches import record_batch
from declarant.tools.tables.schemas import arrow_schema, json_schema, page
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from tables.playing import played
from tables.tabulating import keyed, rows

CONTRACT = Path(__file__).with_name("contract.json")
COLUMNS = Path(__file__).resolve().parents[2] / "tools" / "tables" / "COLUMNS.md"

COMMON = ("game", "version", "edition")


def contract() -> dict[str, Any]:
    """Names, types, units, nullability and keys, as `contract.json` keeps them."""
    return {
        table.name: {
            "key": list(table.key),
            "columns": [[column.name, column.type, column.unit, column.nullable] for column in table.columns],
        }
        for table in TABLES
    }


def test_columns_and_keys_are_those_of_the_contract() -> None:
    kept = json.loads(CONTRACT.read_text("utf-8"))
    found = contract()
    assert list(found) == list(kept)
    for name, table in kept.items():
        assert found[name]["key"] == table["key"]
        known = [column for column in found[name]["columns"] if column in table["columns"]]
        assert known == table["columns"], f"{name}: a column of the contract was changed"
        assert found[name]["columns"] == known, f"{name}: add the new columns to contract.json, where they stand"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_table_carries_game_version_and_edition_and_has_a_key(table: Any) -> None:
    assert table.names[:3] == COMMON
    assert table.key[0] == "game"
    assert set(table.key) <= set(table.names)
    assert len(set(table.names)) == len(table.names)
    assert not any(column.nullable for column in table.columns if column.name in table.key)
    assert all(column.meaning.endswith(".") for column in table.columns)


@given(st.randoms(use_true_random=False), st.integers(1, 20))
@settings(max_examples=40)
def test_rows_fit_the_json_schema_and_the_arrow_schema(random: Any, steps: int) -> None:
    found = rows(played(random, steps))
    plain = {name: json.loads(json.dumps(table, default=lambda value: value.isoformat())) for name, table in found.items()}
    Draft202012Validator(json_schema(), format_checker=FormatChecker()).validate(plain)
    for name, table in found.items():
        batch = record_batch(name, [tuple(row.values()) for row in table])
        batch.validate(full=True)
        assert batch.schema.equals(arrow_schema(BY_NAME[name]))
        assert not any(column.null_count for column, field in zip(batch.columns, batch.schema, strict=True) if not field.nullable)


@given(st.randoms(use_true_random=False), st.integers(1, 20))
@settings(max_examples=40)
def test_keys_join(random: Any, steps: int) -> None:
    found = rows(played(random, steps))
    keys = {key for key, _ in keyed(found)}
    for name in ("attacks", "blocks", "costs"):
        assert all(("declarations", row["game"], row["declaration"]) in keys for row in found[name])
    for name in found.keys() - {"games"}:
        assert all(("games", row["game"]) in keys for row in found[name])
        gone = [row for row in found[name] if not row["stands"]]
        assert all(("cuts", row["game"], row["taken_back_by"]) in keys for row in gone)
        assert all(row["taken_back_by"] is None for row in found[name] if row["stands"])
    for name in ("declarations", "blocks", "triggers", "orders"):
        attacks = [row["attack"] for row in found[name] if row["attack"] is not None]
        assert all(("declarations", "game", attack) in keys for attack in attacks)


def test_the_schemas_are_valid() -> None:
    Draft202012Validator.check_schema(json_schema())
    assert list(json_schema()["properties"]) == list(BY_NAME)
    field = arrow_schema(BY_NAME["attacks"]).field("power")
    assert field.type == pa.int64() and field.nullable
    assert field.metadata == {b"meaning": b"The power of the attacker when it was declared.", b"unit": b"power"}


def test_the_page_for_people_is_up_to_date() -> None:
    assert COLUMNS.read_text("utf-8") == page(), "run `declarant schema tables --format text > tools/tables/COLUMNS.md`"


def test_the_command_prints_schema_and_page(capsys: pytest.CaptureFixture[str]) -> None:
    from declarant.tools.cli import app
    from typer.testing import CliRunner

    printed = CliRunner().invoke(app, ["schema", "tables"])
    assert json.loads(printed.stdout) == json_schema()
    assert CliRunner().invoke(app, ["schema", "tables", "--format", "text"]).stdout == page()
    assert CliRunner().invoke(app, ["schema", "case", "--format", "text"]).exit_code == 2
