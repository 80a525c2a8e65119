"""Misuse of what is public in Python: an argument of another type gets an error of ours, which says which, and what to give.

Nothing is looked at while all goes well. Where a call fails as wrong types make it fail, its arguments are compared with the
types that it declares; if they fit, the failure isn't theirs, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from math import isnan
from types import FunctionType
from typing import Any, TypeVar, get_args

from pydantic import ConfigDict, PydanticUserError, TypeAdapter, ValidationError
from pydantic_core import SchemaError

from .errors import DeclarantError, InvalidInput

Class = TypeVar("Class", bound=type)
Function = TypeVar("Function", bound=Callable[..., Any])

SHOWN = 200
"""How many characters of an argument are shown."""


def explains_misuse(kind: Class) -> Class:
    """Make the public methods of a class raise InvalidInput for an argument of another type than they declare.

    What the class inherits becomes its own, so that its help shows one class.
    """
    members = {name: member for base in reversed(kind.__mro__[:-1]) for name, member in vars(base).items()}
    for name, member in members.items():
        method = member.__func__ if isinstance(member, classmethod) else member
        if isinstance(method, FunctionType) and (name == "__init__" or not name.startswith("_")):
            explained = explaining_misuse(method, f"{kind.__qualname__}.{name}")
            setattr(kind, name, classmethod(explained) if isinstance(member, classmethod) else explained)
        elif isinstance(member, property) and not name.startswith("_"):
            setattr(kind, name, member)
    return kind


def explaining_misuse(function: Function, name: str | None = None) -> Function:
    """The same for a function. `name`: its public name."""

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except DeclarantError:
            raise
        except (TypeError, AttributeError, LookupError, ValueError, OverflowError) as error:
            misuse = _misuse(function, call.__qualname__, arguments, named, error)
            if misuse is None:
                raise
            raise misuse from None

    call.__qualname__ = name or function.__qualname__
    return call  # type: ignore[return-value]


def must_be(kinds: type | tuple[type, ...], *values: object) -> None:
    """Check types where a wrong one would fail late or not at all. Raises the TypeError that `explains_misuse` explains."""
    for value in values:
        if not isinstance(value, kinds) or (isinstance(value, float) and isnan(value)):
            raise TypeError(type(value).__name__)


def _misuse(
    function: Callable[..., Any], name: str, arguments: tuple[Any, ...], named: dict[str, Any], error: Exception
) -> InvalidInput | None:
    where, declared = name.removesuffix(".__init__"), signature(function)
    try:
        bound = declared.bind(*arguments, **named)
    except TypeError as unbound:
        return InvalidInput(where, str(unbound), f"{where}{str(declared).replace('(self, ', '(').replace('(cls, ', '(')}")
    for name, value in bound.arguments.items():
        parameter = declared.parameters[name]
        for each in _SEVERAL.get(parameter.kind, _one)(value):
            if not _fits(each, parameter.annotation, function):
                return InvalidInput(f"{where}: {name}", f"{each!r:.{SHOWN}}", str(parameter.annotation))
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, (where, *first["loc"])))
        return InvalidInput(place, first["msg"], "values as the documentation of it says")
    return None


def _one(value: Any) -> tuple[Any, ...]:
    return (value,)


def _values(named: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(named.values())


_SEVERAL: dict[Any, Callable[[Any], tuple[Any, ...]]] = {Parameter.VAR_POSITIONAL: tuple, Parameter.VAR_KEYWORD: _values}
"""Parameters that take several arguments."""


def _fits(value: Any, annotation: Any, function: Callable[..., Any]) -> bool:
    """Whether a value is of a type, as far as that can be checked."""
    if isinstance(value, float) and isnan(value):
        return False
    if annotation in (Parameter.empty, "Self"):
        return True
    try:
        kind = eval(annotation, getattr(function, "__globals__", {})) if isinstance(annotation, str) else annotation
        if isinstance(kind, type) and not get_args(kind):
            return isinstance(value, kind) or (kind is float and isinstance(value, int))
        TypeAdapter(kind, config=ConfigDict(arbitrary_types_allowed=True)).validate_python(value, strict=True)
    except (ValidationError, AttributeError):
        return False
    except (NameError, TypeError, PydanticUserError, SchemaError):  # a type that can't be said here
        pass
    return True
