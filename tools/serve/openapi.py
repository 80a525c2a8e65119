"""The OpenAPI document of `/api`, made from the schemas of our models."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from pydantic.json_schema import models_json_schema

from ...events.errors import InvalidInput
from ...events.version import __version__
from ..best_play.best import BestPlay
from ..best_play.dominated import DominanceReport
from ..cases.comparison import CaseComparison
from ..cases.models import Case
from ..cases.report import CaseError, CaseReport
from ..editions import EditionShown
from ..history.explanations import Explained, OptionsReport
from ..history.games import Listed
from ..suggestions import did_you_mean

_RULES = {
    "name": "rules",
    "in": "query",
    "schema": {"type": "string", "format": "date"},
    "description": "Under the rules of that day.",
}
_STEP = {"name": "step", "in": "query", "schema": {"type": "integer", "minimum": 0}, "description": "Only that step."}
_LIMIT = {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 100}}
_ACTION = {"name": "action", "in": "query", "schema": {"enum": ["attack", "block"]}}
_HOLD = {
    "name": "hold",
    "in": "query",
    "schema": {"enum": ["true", "false"], "default": "false"},
    "description": "Only attacks after which the player survives should everything swing back.",
}
_TURNS = {
    "name": "turns",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1, "maximum": 50},
    "description": "A race: both players attack and block on for so many turns.",
}
_TRICKS = {
    "name": "tricks",
    "in": "query",
    "schema": {"type": "string", "contentMediaType": "application/json"},
    "description": "A list of objects with `controller`, `name` and `text`: one player holds one of them. The worst case counts.",
}
_DAYS = {
    "name": "rules",
    "in": "query",
    "schema": {"type": "string", "default": "all"},
    "description": "`all`, or dates between commas.",
}


@cache
def document() -> dict[str, Any]:
    """The document."""
    _, schemas = models_json_schema(
        [
            (Case, "validation"),
            *(
                (model, "serialization")
                for model in (
                    CaseReport,
                    CaseError,
                    Explained,
                    OptionsReport,
                    BestPlay,
                    DominanceReport,
                    CaseComparison,
                    EditionShown,
                    Listed,
                )
            ),
        ],
        ref_template="#/components/schemas/{model}",
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "declarant",
            "version": __version__,
            "description": "Rulings on combat in Magic: The Gathering. Unofficial.",
        },
        "paths": {
            "/api/audit": _post("The rulings on every step of a case.", "CaseReport", _RULES),
            "/api/explain": _post("Why declarations are legal or not.", "Explained", _RULES, _STEP, several=True),
            "/api/options": _post("The legal declarations.", "OptionsReport", _RULES, _STEP, _LIMIT, several=True),
            "/api/best": _post("The best attack or block.", "BestPlay", _RULES, _STEP, _ACTION, _HOLD, _TURNS, _TRICKS),
            "/api/certificate": _post("Why no attack or block is better.", "Certificate", _RULES, _STEP, _ACTION, _HOLD, _TRICKS),
            "/api/dominated": _post("Which declarations dominate the case's own.", "DominanceReport", _RULES, _STEP, _ACTION),
            "/api/compare": _post("A case under the rules of several days.", "CaseComparison", _DAYS),
            "/api/rules": _get("What the rules of a day say, and their numbers.", "EditionShown", _RULES),
            "/api/games": _get("The games of the journal.", "Listed", several=True),
        },
        "components": {"schemas": {**schemas["$defs"], "Certificate": _CERTIFICATE, "Error": _ERROR}},
    }


def parameters(path: str, method: str, given: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The parameters of a request by name, integers as such. Raises InvalidInput for what the document doesn't declare."""
    declared = {each["name"]: each["schema"] for each in document()["paths"][path][method]["parameters"]}
    found: dict[str, Any] = {}
    for name, value in given:
        if name not in declared:
            allowed = f"a parameter of {path}: {', '.join(declared) or 'it has none'}{did_you_mean(name, declared)}"
            raise InvalidInput("request", f"the parameter {name[:80]!r}", allowed)
        if name in found:
            raise InvalidInput(name, "two values", "one")
        allowed_words = declared[name].get("enum")
        if allowed_words is not None and value not in allowed_words:
            raise InvalidInput(name, repr(value[:80]), " or ".join(allowed_words))
        found[name] = _integer(name, value, declared[name]) if declared[name].get("type") == "integer" else value
    return found


def _integer(name: str, value: str, schema: dict[str, Any]) -> int:
    most = schema.get("maximum")
    if not re.fullmatch("[0-9]{1,9}", value) or (most is not None and int(value) > most):
        raise InvalidInput(name, repr(value[:80]), "a whole number, 0 " + (f"to {most}" if most is not None else "or more"))
    return int(value)


_CERTIFICATE = {"type": "object", "description": "As `declarant best --certificate` writes it; `declarant verify` checks it."}
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {"$ref": "#/components/schemas/CaseError"},
        "further_errors": {"type": "array", "items": {"$ref": "#/components/schemas/CaseError"}},
    },
}


def _post(summary: str, answer: str, *parameters: Any, several: bool = False) -> dict[str, Any]:
    body = {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Case"}}}}
    return {
        "post": {"summary": summary, "parameters": [*parameters], "requestBody": body, "responses": _answers(answer, several)}
    }


def _get(summary: str, answer: str, *parameters: Any, several: bool = False) -> dict[str, Any]:
    return {"get": {"summary": summary, "parameters": [*parameters], "responses": _answers(answer, several)}}


def _answers(answer: str, several: bool) -> dict[str, Any]:
    one = {"$ref": f"#/components/schemas/{answer}"}
    error = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    schema = {"type": "array", "items": one} if several else one
    return {
        "200": {"description": "The answer.", "content": {"application/json": {"schema": schema}}},
        "400": {"description": "What was sent doesn't fit: where, what was found, what is allowed.", **error},
        "413": {"description": "Too much was sent.", **error},
        "503": {"description": "Too much is asked at once, or it took too long.", **error},
    }
