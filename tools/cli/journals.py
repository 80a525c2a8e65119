"""`declarant replay`, `games` and `journal`: what is kept in journals."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import InvalidInput
from ..running.json_lines import json_line
from .app import app
from .common import (
    AtOption,
    CardsOption,
    CaseFormat,
    Format,
    FormatOption,
    JournalArgument,
    StreamOption,
    ending,
    game_named,
    games_of,
    kept_in,
    log_problem,
    one_game,
    say,
)

if TYPE_CHECKING:
    from ...events.journal.entry import Entry
    from ..history.replay import Replayed
    from ..history.turn_by_turn import HistoryItem

journal_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Verify, export and import journals.")
app.add_typer(journal_app, name="journal")


@app.command()
def replay(
    journal: JournalArgument,
    stream: Annotated[str | None, typer.Option(metavar="NAME", help="Which game, where the journal has several.")] = None,
    at: Annotated[
        int | None, typer.Option(min=1, metavar="VERSION", help="Show the whole state as of that version instead.")
    ] = None,
    to: Annotated[int | None, typer.Option(min=1, metavar="VERSION", help="Stop after that version.")] = None,
    last: Annotated[bool, typer.Option("--last", help="The game that was played last.")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Walk it turn by turn: only what people ask about a combat.")] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Of a log of MTG Arena: go on while it is being written; implies --turns.")
    ] = False,
    cards: CardsOption = None,
    format: FormatOption = Format.text,
) -> None:
    """Step through a game of a journal: each entry, what it says and what it changed.

    Instead of a journal it may be a log of MTG Arena.

    An illegal declaration is there with the cut that took it back and the ruling why: a journal only grows. Of a journal that is
    damaged the entries before the damage are shown.

    \b
    declarant replay games.db
        list the games, or step through the only one
    declarant replay games.db --stream 5ddd
        the game in whose name alone that is
    declarant replay games.db --stream final --to 14       the first 14 entries
    declarant replay games.db --stream final --at 14
        board and combat as they were then
    declarant replay games.db --last --turns
        the newest game, turn by turn
    declarant replay games.db --stream final --turns
        who attacked and blocked what, and the rulings, turn by turn
    declarant replay Player.log --follow
        the same of the game that is being played in MTG Arena
    """
    with ending(format):
        if at is not None and (to is not None or turns):
            raise InvalidInput("--at", "with --to or --turns", "one of them")
        if follow:
            _follow(journal, cards, format)
        else:
            if last and stream is not None:
                raise InvalidInput("--last", "with --stream", "one of them")
            _replay(journal, stream, last, at, to, turns, cards, format)


def _replay(
    url: str, stream: str | None, last: bool, at: int | None, to: int | None, turns: bool, cards: Path | None, format: Format
) -> None:
    from ..history.games import in_time
    from ..history.replay import replay, replayed_as_json, state_as_json
    from ..text import journals as rendering
    from ..text.console import console, text

    out = console()
    with games_of(url, cards) as journal:
        name = in_time(journal)[-1:][0] if last and journal.games() else game_named(journal, stream)
        if name is None:
            for each in in_time(journal):
                print(json_line({"stream": each})) if format is Format.json else out.print(text(each))
            return
        entries, damage = journal.valid_prefix(name)
        until = at if at is not None else to
        if until is not None and until > len(entries):
            raise damage or InvalidInput(
                "--at" if at is not None else "--to", str(until), f"1 to {len(entries)}, the versions of {name!r}"
            )
        if turns:
            _walk(entries[:until], format)
            if damage is not None and until is None:
                raise damage
            return
        previous: Replayed | None = None
        for step in replay(entries[:until]):
            if at is None and format is Format.json:
                print(json_line(replayed_as_json(step)))
            elif at is None:
                out.print(rendering.replayed(step, previous))
            previous = step
        if at is not None and previous is not None:
            if format is Format.json:
                print(json_line(state_as_json(previous)))
            else:
                out.print(rendering.state(previous))
        if damage is not None and until is None:
            raise damage


def _walk(entries: list[Entry], format: Format) -> None:
    from ..history.turn_by_turn import Walker, folded

    walker = Walker()
    told = (each for entry in entries for each in walker.read(entry))
    for each in folded(told) if format is Format.text else told:
        _print_told(entries[0].stream, each, format)


def _print_told(stream: str, told: HistoryItem, format: Format) -> None:
    from ..text import journals as rendering
    from ..text.console import console

    if format is Format.json:
        print(json_line({"stream": stream, **told._asdict()}))
    else:
        console().print(rendering.told(told))


def _follow(path: str, cards: Path | None, format: Format) -> None:
    import time

    from ..arena.following import Following
    from ..arena.framing import followed
    from ..arena.inputs import GamesInput
    from ..cards import arena_cards
    from ..records.keeping import Problem
    from ..running.diagnostics import log_info

    if not GamesInput(path, path).is_log:
        raise InvalidInput("--follow", repr(path), "a log of MTG Arena: Player.log")

    told = ""
    following = Following(arena_cards(cards))

    def wait() -> bool:
        nonlocal told
        sys.stdout.flush()
        waits_for = following.waits_for
        if waits_for != told:  # once, not five times a second
            log_info(f"{path}: waiting for {waits_for}; Ctrl-C ends", where=path)
            told = waits_for
        time.sleep(0.2)
        return True

    for each in following.follow(followed(Path(path), wait)):
        if isinstance(each, Problem):
            log_problem(path, each)
        else:
            _print_told(*each, format)


@app.command("case")
def write_case(
    journal: JournalArgument,
    stream: StreamOption = None,
    at: AtOption = None,
    turn: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The declarations of that turn, instead of one moment.")
    ] = None,
    cards: CardsOption = None,
    format: Annotated[CaseFormat, typer.Option("--format", help="YAML, or JSON on one line.")] = CaseFormat.yaml,
) -> None:
    """Write a moment of a journal's game as a case: the board before the turn's first combat, and what happened since as steps.

    Every declaration is a step that expects the ruling it got, so that auditing the case judges again what the journal records.

    \b
    declarant case games.db --stream final --at 14 > moment.yaml
    declarant case games.db --stream final --turn 3 > turn.yaml
    declarant audit turn.yaml

    What a case can't say (cards drawn in the middle of a combat, say) is declined: the case is played again before it is written,
    and comes to the same state.

    Exit status: 0 fine, 2 there is no such moment, or a case can't say it.
    """
    with ending(), games_of(journal, cards) as opened:
        from ..history.moments import case_of

        case = case_of(opened, one_game(opened, stream), at=at, turn=turn)
        document = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
        document["steps"] = [
            {step.action: told.pop(step.action), **told} for step, told in zip(case.steps, document["steps"], strict=True)
        ]
        if format is CaseFormat.json:
            print(json.dumps(document, ensure_ascii=False, separators=(",", ":")))
        else:
            import yaml

            print(yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=130, default_flow_style=None), end="")


@app.command()
def games(journal: JournalArgument, format: FormatOption = Format.text) -> None:
    """List the games of a journal, or of a log of MTG Arena: when and what was played, by whom, how it went.

    \b
    declarant games games.db
    declarant games games.db --format json
        an object a game, as `declarant schema games` says

    Exit status: 0 fine, 2 the journal can't be read; the games before the damage are listed.
    """
    with ending(format), games_of(journal) as opened:
        from ..history.games import listed
        from ..text import journals as rendering
        from ..text.console import console

        out = console()
        for game in listed(opened):
            print(json_line(game)) if format is Format.json else out.print(rendering.listed_game(game))


@journal_app.command()
def verify(
    journal: JournalArgument,
    expect: Annotated[
        str | None,
        typer.Option(metavar="DIGEST", help="What `declarant journal head` told once: all of that must be there still."),
    ] = None,
) -> None:
    """Check every entry of a journal: versions, times, digests, bodies and cuts. Names the first at fault, with status 2.

    What is missing at the end of a journal, because the last writes were lost with the disk, say, is told only by a digest that
    was kept elsewhere: see `declarant journal head`.
    """
    with ending(), games_of(journal) as opened:
        opened.verify(expected=expect)
        say(f"{len(opened.streams())} games, {opened.last_id()} entries: nothing is wrong")


@journal_app.command()
def head(journal: JournalArgument) -> None:
    """Print a digest of all entries that there are, to keep elsewhere.

    \b
    declarant journal head games.db > elsewhere
    declarant journal verify games.db --expect "$(cat elsewhere)"
        also when the journal has grown since
    """
    with ending(), games_of(journal) as opened:
        print(opened.digest())


@journal_app.command()
def backup(
    journal: JournalArgument,
    to: Annotated[
        str, typer.Option(metavar="JOURNAL", help="A SQLite file that isn't there yet, or an empty PostgreSQL journal.")
    ],
) -> None:
    """Copy a journal, also while others append to it: every entry as it is, with its id, and the checkpoints of subscriptions.

    Every entry is checked on the way. A file is there when it is complete, and otherwise not at all.
    """
    with ending(), games_of(journal) as opened:
        from ...events.journal.stores.registry import shown
        from ..history.copies import new_journal

        with new_journal(to) as copy:
            count = opened.copy_to(copy)
        say(f"{count} entries copied to {shown(to)}")


@journal_app.command()
def pseudonymise(
    journal: JournalArgument,
    to: Annotated[
        str, typer.Option(metavar="JOURNAL", help="A SQLite file that isn't there yet, or an empty PostgreSQL journal.")
    ],
    mapping: Annotated[
        Path, typer.Option(metavar="FILE", help="Where to write which name is which, as JSON: keep it apart, or throw it away.")
    ],
) -> None:
    """Copy a journal with Player 1, Player 2, … in place of players' names: in events, cuts, rulings, and names of games.

    Upper and lower case don't matter. A name that is a part of another word stays there: such words are told on standard error,
    with how often they come. Where a player's name is a word of the game (Elf, Will), nothing is written.
    """
    with ending(), games_of(journal) as opened:
        from ...events.journal.stores.registry import shown
        from ..history.copies import new_journal, pseudonymise
        from ..running.diagnostics import log_warning
        from ..running.places import file_made

        if mapping.exists():
            raise InvalidInput("--mapping", f"{mapping}, which is there already", "a file that isn't there yet")
        with new_journal(to) as copy:
            done = pseudonymise(opened, copy)
            with file_made(mapping) as file:
                file.write(json.dumps(done.names, indent=2, ensure_ascii=False).encode() + b"\n")
        for word, times in sorted(done.left.items()):
            log_warning(f"{word!r} is left {times} times: a name is a part of it", found=word)
        say(f"{done.entries} entries copied to {shown(to)}, {len(set(done.names.values()))} players named in {mapping}")


@journal_app.command("export")
def export_journal(
    journal: JournalArgument,
    to: Annotated[Path, typer.Option(metavar="FILE", help="The JSON Lines file, which mustn't be there yet.")],
) -> None:
    """Write all entries of a journal as JSON Lines. The file is there when it is complete, and otherwise not at all."""
    from ..running.places import file_made

    with ending(), games_of(journal) as opened:
        if to.exists():
            raise InvalidInput(str(to), "a file that is there already", "one that isn't there yet")
        with file_made(to) as file:
            count = opened.export_jsonl(file)
        say(f"{count} entries written to {to}")


@journal_app.command("import")
def import_journal(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JSON Lines export.")],
    to: Annotated[str, typer.Option(metavar="JOURNAL", help="A SQLite file or its URL; made if there is none.")],
) -> None:
    """Append the entries of a JSON Lines file to a journal, all or none."""
    from ...events.journal.journal import Journal
    from ...events.journal.stores.registry import shown

    with ending():
        # A file that can't be imported leaves no empty journal behind.
        Journal.open("memory://").import_jsonl(file)
        with kept_in(to) as journal:
            say(f"{journal.import_jsonl(file)} entries appended to {shown(to)}")
