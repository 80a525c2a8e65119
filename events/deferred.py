"""Values of which some fields are known at once; the others are computed when somebody reads one of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, Self

from pydantic import model_serializer

from .model import Model

_WHOLE = "<whole>"
"""Where a value that isn't made yet keeps what makes it: no field can be called that."""
_fill = object.__setattr__


class Deferred(Model):
    """A value that may be deferred. From outside it is like any other: whatever needs all of its fields computes them first."""

    @classmethod
    def deferred(cls, make: Callable[[], Self], known: Mapping[str, Any]) -> Self:
        """The value that `make` returns, which is called once somebody reads a field that isn't known.

        `make` must return the same value whenever it is called, and mustn't raise.
        """
        return cls._holding({**known, _WHOLE: make})

    @classmethod
    def _holding(cls, held: dict[str, Any]) -> Self:
        value = cls.__new__(cls)
        _fill(value, "__dict__", held)
        for name in ("__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__"):
            _fill(value, name, None)
        return value

    def apart(self) -> Self:
        """A copy that shares nothing with this one, so that a change of one never changes the other."""
        return self._holding(self.__dict__.copy()) if _WHOLE in self.__dict__ else self.model_copy(deep=True)

    def whole(self) -> Self:
        """The same value with all of its fields."""
        make = self.__dict__.get(_WHOLE)
        if make is not None:
            made = make()
            _fill(self, "__pydantic_fields_set__", made.__pydantic_fields_set__)
            _fill(self, "__dict__", made.__dict__)
        return self

    if not TYPE_CHECKING:  # a type checker knows the fields

        @model_serializer(mode="wrap")
        def _written(self, write):  # its JSON Schema is that of the model: a return type would be stated instead
            return write(self.whole())

        def __getattr__(self, name: str) -> Any:
            if _WHOLE in self.__dict__ and name in type(self).model_fields:
                return getattr(self.whole(), name)
            return super().__getattr__(name)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Deferred):
            other.whole()
        return super(Deferred, self.whole()).__eq__(other)

    def __hash__(self) -> int:
        return hash(tuple(self.whole().__dict__.values()))

    def __copy__(self) -> Self:
        return super(Deferred, self.whole()).__copy__()

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return super(Deferred, self.whole()).__deepcopy__(memo)

    def __getstate__(self) -> dict[Any, Any]:
        return super(Deferred, self.whole()).__getstate__()

    def __iter__(self) -> Generator[tuple[str, Any], None, None]:
        return super(Deferred, self.whole()).__iter__()

    def __repr_args__(self) -> Any:
        return super(Deferred, self.whole()).__repr_args__()

    @property
    def model_fields_set(self) -> set[str]:
        """The fields that were given."""
        return super(Deferred, self.whole()).model_fields_set
