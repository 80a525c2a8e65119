"""The errors of the package, all under one base class."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ruling import Ruling


class DeclarantError(Exception):
    """The base of every error that this package raises on purpose. Errors can be pickled, to come back from other processes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(kind: type[DeclarantError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> DeclarantError:
    # Not by calling it: what it is made with isn't what its message is made of.
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class InvalidInput(DeclarantError):
    """Input that doesn't fit its format.

    `where` is the place (a path in the input), `found` what stands there, `allowed` what may stand there; `kind` is
    `invalid-input`, `wording-not-understood`, `undecided` where the budget doesn't suffice to say what the input is, or
    `internal` where the program failed, not the input. `further`: what else
    doesn't fit.
    """

    def __init__(
        self, where: str, found: str, allowed: str, kind: str = "invalid-input", further: Iterable[InvalidInput] = ()
    ) -> None:
        super().__init__(f"{where and where + ': '}found {found}; allowed: {allowed}")
        self.where = where
        self.found = found
        self.allowed = allowed
        self.kind = kind
        self.further = tuple(further)
        for each in self.further:
            self.add_note(str(each))  # a traceback shows all of them


def some_of(names: Collection[str], most: int = 20) -> str:
    """Names between commas, to be said after what is allowed: the first ones, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(islice(names, most)) + more


class WordingNotUnderstood(InvalidInput):
    """A sentence about declarations or combat damage that isn't understood: it is declined, never guessed at."""

    def __init__(self, where: str, found: str, allowed: str) -> None:
        super().__init__(where, found, allowed, kind="wording-not-understood")


class FactNotStated(WordingNotUnderstood):
    """The ruling depends on a fact that the board doesn't state, such as what was cast this turn: it isn't guessed at.

    State it with `game.state_facts(FactsStated(about=…, facts={…: True}))`. `about`: the player or permanent, and the fact; None
    where yes or no doesn't answer it. `presumed`: why it is taken not to be so where it isn't stated; empty where it isn't.
    `counted`: the same as `about`, where a number answers it.
    """

    def __init__(
        self,
        where: str,
        found: str,
        allowed: str,
        *,
        about: tuple[str, str] | None = None,
        presumed: str = "",
        counted: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(where, found, allowed)
        self.about = about
        self.counted = counted
        self.presumed = presumed


class IllegalDeclaration(DeclarantError):
    """A declaration against the rules; `ruling` says which, why, and a legal way out. The log is as it was before."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__()
        self.ruling = ruling

    def __str__(self) -> str:
        return f"{self.ruling.rule or self.ruling.concept}: {self.ruling.why}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class CannotBeChanged(DeclarantError, TypeError):
    """An object that was returned only to be read, such as a board, was to be changed."""


class Undecided(DeclarantError):
    """A question that can't be answered exactly within the budget, or has too many answers to go through: it isn't guessed at."""


class NotModelled(DeclarantError):
    """There is no best play to state, for something in force may change combat and isn't modelled: `what`, with its text."""

    def __init__(self, what: Sequence[str]) -> None:
        super().__init__(f"best play isn't stated, for this isn't modelled: {'; '.join(what)}")
        self.what = tuple(what)


class JournalConflict(DeclarantError):
    """Another writer appended first: the stream's version isn't the expected one."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream!r}: expected version {expected}, but it is at {actual}")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class CorruptJournal(DeclarantError):
    """A journal that was cut short or altered. `entry` names the entry at fault, `reason` says what is wrong with it."""

    def __init__(self, entry: str, reason: str) -> None:
        super().__init__(f"{entry}: {reason}")
        self.entry = entry
        self.reason = reason


class EntriesReplaced(DeclarantError):
    """What was read of a journal is no longer in it: an older copy took its place, and perhaps went on with other entries.

    `kept`: the id of the last entry that was read and is still there. What was made of later ones doesn't count any more.
    """

    def __init__(self, kept: int, reason: str) -> None:
        super().__init__(f"{reason}; what was read after entry {kept} is to be undone before reading on after it")
        self.kept = kept


class MissingExtra(DeclarantError):
    """A library isn't installed that one of our extras brings: its name is `extra`, as in `pip install 'declarant[serve]'`."""

    def __init__(self, module: str, extra: str) -> None:
        super().__init__(f"this needs {module.partition('.')[0]}: pip install 'declarant[{extra}]'")
        self.extra = extra
