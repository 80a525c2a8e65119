"""Which keywords permanents gained and lost, and by what: each with the words that say so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...events import abilities as a
from ...handlers.view.view import View


class KeywordSource(NamedTuple):
    """A keyword that a permanent gained, or lost: from what, in words."""

    keyword: str
    gained: bool
    source: str


def keyword_sources(view: View, names: Mapping[str, str]) -> dict[str, list[KeywordSource]]:
    """Permanent → its keywords that others gave it or took from it. `names`: what permanents are called."""
    return {id: found for id in view.permanents if (found := list(dict.fromkeys(_sources(view, id, names))))}


def _sources(view: View, id: str, names: Mapping[str, str]) -> Iterator[KeywordSource]:
    own = {each.keyword for each in view.board.permanents[id].abilities if isinstance(each, a.KeywordAbility)}
    has = view.keywords(id)
    for ability, context, affected in view.modified_by:
        if id not in affected:
            continue
        if isinstance(ability, a.Grants):
            for each in ability.abilities:
                if isinstance(each, a.KeywordAbility) and each.keyword in has:
                    yield KeywordSource(each.keyword, True, _words(ability, each.text, context.source, id, names))
        else:
            lost = own - has if ability.keywords is None else (own - has).intersection(ability.keywords)
            for keyword in sorted(lost):
                yield KeywordSource(keyword, False, _words(ability, "", context.source, id, names))


def _words(ability: a.Grants | a.Removes, granted: str, source: str | None, id: str, names: Mapping[str, str]) -> str:
    text = re.sub(
        r"\[([^\]]+)\] ?",
        lambda mention: "" if mention[1] == id else names.get(mention[1], mention[1]) + " ",
        ability.text or granted,
    )
    if source is None or source == id or source not in names:
        return text or "an effect"
    return f"{names[source]}: {text}" if text else names[source]
