"""`declarant mcp`: rulings as tools of the Model Context Protocol, so that assistants look them up instead of inventing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import ConfigDict, model_validator

from ...events.errors import InvalidInput, Undecided
from ...events.optional import required
from ...events.version import __version__
from ..suggestions import did_you_mean
from . import answers

INSTRUCTIONS = (
    "Rulings on attacking, blocking and combat damage in Magic: The Gathering, under the rules of any day since 1999. "
    "Put the board into a case (see `audit`), with cards' texts in Oracle wording, and quote verdict, rule number and reason. "
    "Where an answer is an error or `undecided`, say that it isn't known: never guess."
)


def server() -> Any:
    """The server, with its tools. Raises MissingExtra."""
    tools = [_strict(tool) for tool in (audit, explain, options, best, dominated, rules)]
    return required("mcp.server", "mcp").MCPServer("declarant", instructions=INSTRUCTIONS, version=__version__, tools=tools)


def _strict(function: Callable[..., Any]) -> Any:
    """A tool that refuses arguments that it doesn't have, as its schema says; by default they are passed over."""
    tool = required("mcp.server.mcpserver.tools", "mcp").Tool.from_function(function, structured_output=False)
    declared = tool.fn_metadata.arg_model

    class Strict(declared):  # type: ignore[misc, valid-type]
        model_config = ConfigDict(extra="forbid")

        @model_validator(mode="before")
        @classmethod
        def known(cls, given: Any) -> Any:
            names = declared.model_fields
            for name in given if isinstance(given, dict) else ():
                if name not in names:
                    raise ValueError(f"found {name[:80]!r}; allowed: {', '.join(names)}{did_you_mean(name, names)}")
            return given

    Strict.__name__ = declared.__name__
    tool.fn_metadata.arg_model = Strict
    tool.parameters = Strict.model_json_schema(by_alias=True)
    return tool


def audit(case: dict[str, Any] | str, rules: str | None = None) -> dict[str, Any]:
    """Judge a case: verdict, rule number and reason for each step.

    case: a combat in one line, parts separated by |, such as
      2024-06-07 | Ann 20: brute 3/2 "Menace" tapped; elf=Elf 1/1 2x+1/+1 | Bob 20 mana:{2}: bear 2/2 "Flying"; isle Land -Island
      | goad brute by:Bob | gains elf "First strike" | attack brute+elf>Bob | block bear>brute | damage brute>bear:3
    (life, then permanents: id=Name, size with all at work, types but Creature, "text in Oracle wording", tapped, sick: came
    this turn, token, counters, colors:W, on:ID: attached; effects: goad, suspect, gains, loses, effect PLAYER "text"; steps);
    or an object: {rules, players, life, mana: {player: "{2}"}, battlefield: [{id, controller, name, types: ["Creature"], power,
    toughness, text, tapped, summoning_sick, counters: {"+1/+1": 2}, colors, attached_to}], effects: [{goad: id, by: player},
    {on: id, text}, {controller, text}], steps: [{attack: {attacker id: player}}, {block: {blocker id: [attacker ids]}},
    {damage: {creature id: {recipient: amount}}}]}. Where a size is as printed: stated: false. The answer's `sentence` says why.
    rules: judge under the rules of this day instead, such as 2005-03-01; "all" compares every edition since 1999.
    """
    if rules == "all":
        return _answered(lambda: answers.compared(case).model_dump(mode="json"))
    return _answered(lambda: answers.audit(case, rules).model_dump(mode="json"))


def explain(case: dict[str, Any] | str, step: int | None = None, rules: str | None = None) -> dict[str, Any]:
    """Explain declarations of a case: every restriction and requirement, obeyed or not, and the nearest legal declaration.

    case: as for audit. step: only that one, counted from 0.
    """
    return _answered(lambda: {"explained": [each.model_dump(mode="json") for each in answers.explained(case, step, rules)]})


def options(case: dict[str, Any] | str, step: int | None = None, rules: str | None = None, limit: int = 20) -> dict[str, Any]:
    """State the legal declarations before each declaration of a case: how many there are, and the first of them.

    case: as for audit. step: when so many steps are done.
    """
    return _answered(
        lambda: {"options": [each.model_dump(mode="json") for each in answers.legal_options(case, step, rules, limit)]}
    )


def best(
    case: dict[str, Any] | str,
    step: int | None = None,
    action: str | None = None,
    rules: str | None = None,
    hold: bool = False,
    turns: int | None = None,
    tricks: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Find the best attack or block of a case, with its value and what follows; an error where the search doesn't know a card.

    case: as for audit. step: when so many steps are done. action: attack or block. hold: only attacks after which the player
    survives if everything swings back. turns: a race of so many turns. tricks: what one player may hold, one of
    [{controller, name, text}], in the worst case.
    """
    more: dict[str, Any] = {"hold": hold, "turns": turns, "tricks": tricks}
    return _answered(lambda: answers.best_play(case, step, action, rules, **more).model_dump(mode="json"))


def dominated(
    case: dict[str, Any] | str, step: int | None = None, action: str | None = None, rules: str | None = None
) -> dict[str, Any]:
    """Say which declarations are no worse in anything than the one that a case declares, and better in something.

    case: as for audit. step, action: as for best.
    """
    return _answered(lambda: answers.dominance(case, step, action, rules).model_dump(mode="json"))


def rules(day: str | None = None) -> dict[str, Any]:
    """Say what the rules of a day say of attacking, blocking and combat damage in our words, and the numbers of these rules.

    day: such as 2005-03-01; by default the newest rules known.
    """
    return _answered(lambda: answers.edition(day).model_dump(mode="json"))


def _answered(answer: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return answer()
    except InvalidInput as error:
        return answers.error_of(error)
    except Undecided as error:
        return answers.error_of(answers.given_up(error))
