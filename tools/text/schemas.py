"""A JSON Schema as a page that people read, in Markdown: each object with its fields, what they may be, and what they mean."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

JsonSchema = Mapping[str, Any]


def in_markdown(schema: JsonSchema) -> str:
    """The page."""
    return "\n".join(_lines(schema)) + "\n"


def _lines(schema: JsonSchema) -> Iterator[str]:
    title = schema.get("title", "Schema")
    page = _Page(title.partition(" ")[0].lower())
    yield f"# {title}"
    yield from page.object(schema)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        yield f"\nOne of: {page.kind({'anyOf': choices})}."
    for name, definition in schema.get("$defs", {}).items():
        yield f"\n({page.anchor(name)})=\n## {name}"
        yield from page.object(definition)


@dataclass(frozen=True)
class _Page:
    """A page that is being made; its name is part of the addresses on it."""

    name: str

    def object(self, schema: JsonSchema) -> Iterator[str]:
        """What an object is, and its fields."""
        if description := schema.get("description"):
            yield f"\n{description}"
        fields = schema.get("properties", {})
        if fields:
            yield "\n| field | what | meaning |\n|---|---|---|"
        for name, field in fields.items():
            needed = "" if name not in schema.get("required", ()) else ", needed"
            default = field.get("default")
            otherwise = f" By default `{json.dumps(default, ensure_ascii=False)}`." if default not in (None, [], {}, "") else ""
            meaning = field.get("description") or _meaning(field)
            what = _cell(self.kind(field) + needed)
            yield f"| `{name}` | {what} | {_cell(str(meaning) + ('.' if otherwise and meaning else ''))}{otherwise} |"
        if not fields and "properties" not in schema and ("type" in schema or "enum" in schema or "anyOf" in schema):
            yield f"\n{self.kind(schema)}"

    def kind(self, schema: JsonSchema) -> str:
        """What a value may be, in a few words."""
        if reference := schema.get("$ref"):
            name = reference.rpartition("/")[2]
            return f"[{name}](#{self.anchor(name)})"
        if several := schema.get("anyOf") or schema.get("oneOf"):
            return " or ".join(dict.fromkeys(self.kind(each) for each in several if each.get("type") != "null"))
        if "const" in schema:
            return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
        if values := schema.get("enum"):
            return " or ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in values)
        match schema.get("type"):
            case "array":
                items = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
                return f"list of {self.kind(items)}"
            case "object":
                values = schema.get("additionalProperties")
                return f"object of {self.kind(values)}" if isinstance(values, Mapping) and values else "object"
            case str() as type:
                return {
                    "string": "text",
                    "integer": "whole number",
                    "number": "number",
                    "boolean": "true or false",
                    "null": "null",
                }.get(type, type)
        return "anything"

    def anchor(self, name: str) -> str:
        """The address of an object on the page."""
        return f"{self.name}-{name.lower()}"


def _meaning(field: JsonSchema) -> str:
    """What a part of a field says of itself."""
    return next((each["description"] for each in field.get("anyOf", ()) if "description" in each), "")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "\\<")
