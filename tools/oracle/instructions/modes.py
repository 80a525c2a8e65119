"""Modes of an ability: "choose one —", and the sentences of each (700.2)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeVar, cast

from ....events import abilities as a
from ....events.model import rewritten
from ..scope import CHOSEN, OPPONENTS, words_of
from ..tokens import Lexeme, tokenize

_HOW_MANY = {
    "choose one": (1, 1),
    "choose two": (2, 2),
    "choose three": (3, 3),
    "choose up to one": (0, 1),
    "choose up to two": (0, 2),
    "choose one or both": (1, 2),
    "choose one or more": (1, 99),
    "choose any number": (0, 99),
    "you may choose one": (0, 1),
    "you may choose two": (0, 2),
}
CHOOSERS = {
    "that player": CHOSEN,
    "defending player": a.Players.model_construct(who="defending"),
    "the attacking player": a.Players.model_construct(who="active"),
    "an opponent": OPPONENTS,
}
"""Who else chooses modes; of several opponents the ability's controller says which one, which nothing else depends on."""
_THIS_TURN = " that hasn't been chosen this turn"
_EVER = " that hasn't been chosen"
_RANDOMLY = " at random"
_APART = [".", *["each", "mode", "must", "target", "a", "different", "player", "."]]


class ModeOptions(NamedTuple):
    """What is chosen from: at least and at most how many modes, and the sentences of each; `apart`: no two have one target."""

    least: int
    most: int
    modes: list[list[list[Lexeme]]]
    unchosen: Literal["this turn", "ever"] | None = None
    random: bool = False
    by: a.Players | None = None
    apart: bool = False


def options_in(sentences: list[list[Lexeme]]) -> ModeOptions | None:
    """The modes that the sentences offer; None where they offer none, as all but "choose one — • …" do."""
    tokens = [token for sentence in sentences for token in sentence]
    apart = next((at for at in range(min(len(tokens), 8)) if words_of(tokens[at : at + len(_APART)]).split() == _APART), None)
    if apart is not None:
        after = tokens[apart + len(_APART) :]
        tokens = [*tokens[:apart], *tokenize("—"), *(after[1:] if after and after[0].word == "—" else after)]
    dash = next((at for at, token in enumerate(tokens[:12]) if token.word == "—"), None)
    if dash is None:
        return None
    said = words_of(tokens[:dash]).removeprefix("then , ").removeprefix("then ")
    unchosen: Literal["this turn", "ever"] | None = "this turn" if said.endswith(_THIS_TURN) else None
    unchosen = "ever" if said.endswith(_EVER) else unchosen
    said_by = next((who for who in CHOOSERS if said.startswith(f"{who} chooses ")), None)
    said = said if said_by is None else f"choose {said.removeprefix(f'{said_by} chooses ')}"
    how_many = _HOW_MANY.get(said.removesuffix(_THIS_TURN).removesuffix(_EVER).removesuffix(_RANDOMLY))
    if how_many is None or dash + 1 >= len(tokens) or tokens[dash + 1].word not in ("•", "*"):
        return None
    options: list[list[list[Lexeme]]] = []
    for token in tokens:
        if token.word in ("•", "*"):
            options.append([[]])
        elif options:
            options[-1][-1].append(token)
            if token.word == ".":
                options[-1].append([])
    modes = [[each for each in option if each] for option in options]
    by = None if said_by is None else CHOOSERS[said_by]
    return ModeOptions(*how_many, modes, unchosen, said.endswith(_RANDOMLY), by, apart is not None)


PartT = TypeVar("PartT")


def numbered(part: PartT, number: int) -> PartT:
    """The same, with this number for each of its targets: which of two that are described alike is meant."""
    now: Any = rewritten(part, lambda each: numbered(each, number))
    named = isinstance(now, a.Players) and now.who == "chosen"
    if (named or isinstance(now, a.IsTarget | a.IsTargetCard | a.Target)) and not now.number:
        now = now.model_copy(update={"number": number})
    return cast(PartT, now)


def without_name(tokens: list[Lexeme]) -> list[Lexeme]:
    """A mode without its name: "Sword — …"."""
    dash = next((at for at, token in enumerate(tokens[:8]) if token.word == "—"), None)
    return tokens if dash is None else tokens[dash + 1 :]
