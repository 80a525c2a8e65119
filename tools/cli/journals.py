"""`declarant replay`, `games` and `journal`: what is kept in journals."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import InvalidInput
from ...events.optional import required
from ..running.json_lines import json_line
from . import common
from .app import app

if TYPE_CHECKING:
    from ...events.journal.entry import Entry
    from ...events.journal.journal import Journal
    from ..history.replay import Replayed
    from ..history.turn_by_turn import HistoryItem
    from ..proving.notes import Signer, Verifier

journal_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Verify, export and import journals.")
app.add_typer(journal_app, name="journal")

LeaveOption = Annotated[
    list[str] | None, typer.Option(metavar="WORD", help="A word that may stay though a name is a part of it; give several.")
]


@app.command()
def replay(
    journal: common.JournalArgument,
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
    cards: common.CardsOption = None,
    format: common.FormatOption = common.Format.text,
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
    with common.ending(format):
        if at is not None and (to is not None or turns):
            raise InvalidInput("--at", "with --to or --turns", "one of them")
        if follow:
            _follow(journal, cards, format)
        else:
            if last and stream is not None:
                raise InvalidInput("--last", "with --stream", "one of them")
            _replay(journal, stream, last, at, to, turns, cards, format)


def _replay(
    url: str,
    stream: str | None,
    last: bool,
    at: int | None,
    to: int | None,
    turns: bool,
    cards: Path | None,
    format: common.Format,
) -> None:
    from ..history.games import in_time
    from ..history.replay import replay, replayed_as_json, state_as_json
    from ..text import journals as rendering
    from ..text.console import console, text

    out = console()
    with common.games_of(url, cards) as journal:
        one = common.one_game if at is not None or to is not None else common.game_named
        name = in_time(journal)[-1:][0] if last and journal.games() else one(journal, stream)
        if name is None:
            for each in in_time(journal):
                print(json_line({"stream": each})) if format is common.Format.json else out.print(text(each))
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
            if at is None and format is common.Format.json:
                print(json_line(replayed_as_json(step)))
            elif at is None:
                out.print(rendering.replayed(step, previous))
            previous = step
        if at is not None and previous is not None:
            if format is common.Format.json:
                print(json_line(state_as_json(previous)))
            else:
                out.print(rendering.state(previous))
        if damage is not None and until is None:
            raise damage


def _walk(entries: list[Entry], format: common.Format) -> None:
    from ..history.turn_by_turn import Walker, folded

    walker = Walker()
    items = (each for entry in entries for each in walker.read(entry))
    for each in folded(items) if format is common.Format.text else items:
        _print_item(entries[0].stream, each, format)


def _print_item(stream: str, item: HistoryItem, format: common.Format) -> None:
    from ..text import journals as rendering
    from ..text.console import console

    if format is common.Format.json:
        print(json_line({"stream": stream, **item._asdict()}))
    else:
        console().print(rendering.shown(item))


def _follow(path: str, cards: Path | None, format: common.Format) -> None:
    import time

    from ..arena.following import Following
    from ..arena.framing import followed
    from ..arena.inputs import GamesInput
    from ..cards import arena_cards
    from ..records.keeping import Problem
    from ..running.diagnostics import log_info

    if not GamesInput(path, path).is_log:
        raise InvalidInput("--follow", repr(path), "a log of MTG Arena: Player.log")

    reported = ""
    following = Following(arena_cards(cards))

    def wait() -> bool:
        nonlocal reported
        sys.stdout.flush()
        waits_for = following.waits_for
        if waits_for != reported:  # once, not five times a second
            log_info(f"{path}: waiting for {waits_for}; Ctrl-C ends", where=path)
            reported = waits_for
        time.sleep(0.2)
        return True

    for each in following.follow(followed(Path(path), wait)):
        if isinstance(each, Problem):
            common.log_problem(path, each)
        else:
            _print_item(*each, format)


@app.command("case")
def write_case(
    journal: common.JournalArgument,
    stream: common.StreamOption = None,
    at: common.AtOption = None,
    turn: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The declarations of that turn, instead of one moment.")
    ] = None,
    cards: common.CardsOption = None,
    format: Annotated[common.CaseFormat, typer.Option("--format", help="YAML, or JSON on one line.")] = common.CaseFormat.yaml,
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
    with common.ending(), common.games_of(journal, cards) as opened:
        from ..history.moments import case_of

        case = case_of(opened, common.one_game(opened, stream), at=at, turn=turn)
        document = case.as_data()
        document["steps"] = [
            {step.action: step_data.pop(step.action), **step_data}
            for step, step_data in zip(case.steps, document["steps"], strict=True)
        ]
        if format is common.CaseFormat.json:
            print(json.dumps(document, ensure_ascii=False, separators=(",", ":")))
        else:
            import yaml

            print(yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=130, default_flow_style=None), end="")


@app.command()
def games(journal: common.JournalArgument, format: common.FormatOption = common.Format.text) -> None:
    """List the games of a journal, or of a log of MTG Arena: when and what was played, by whom, how it went.

    \b
    declarant games games.db
    declarant games games.db --format json
        an object a game, as `declarant schema games` says

    Exit status: 0 fine, 2 the journal can't be read; the games before the damage are listed.
    """
    with common.ending(format), common.games_of(journal) as opened:
        from ..history.games import listed
        from ..text import journals as rendering
        from ..text.console import console

        out = console()
        for game in listed(opened):
            print(json_line(game)) if format is common.Format.json else out.print(rendering.listed_game(game))


@journal_app.command()
def verify(
    journal: Annotated[
        str | None,
        typer.Argument(
            metavar="JOURNAL", help="A SQLite file, its URL or a JSON Lines export; not with both --proof and --since."
        ),
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option(metavar="DIGEST", help="What `declarant journal head` stated once: all of that must be there still."),
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What `declarant journal prove` printed: say what it proves, if it does.")
    ] = None,
    since: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A signed head: what the journal, or a later head, must begin with.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="Who signed: the key that `declarant journal key` printed, or a file with it."),
    ] = None,
) -> None:
    """Check every entry of a journal: versions, times, digests, bodies and cuts. Names the first at fault, with status 2.

    What is missing at the end of a journal, because the last writes were lost with the disk, say, is shown only by a digest or a
    signed head that was kept elsewhere: see `declarant journal head`.

    
    declarant journal verify games.db --proof FILE --by KEY
        that an entry was in the journal of which KEY signed a head;
        an export of its game alone will do in the journal's place
    declarant journal verify games.db --since HEAD --by KEY
        that the journal begins with all of which HEAD was signed
    declarant journal verify --proof FILE --since HEAD --by KEY
        the same of a later head, for whoever hasn't the journal
    """
    with common.ending():
        if expect is not None and proof is not None:
            raise InvalidInput("--expect", "with --proof", "one of them")
        if by is not None and proof is None and since is None:
            raise InvalidInput("--by", "no --proof and no --since", "one of them")
        if proof is not None and since is not None:
            if journal is not None:
                raise InvalidInput("JOURNAL", "with --proof and --since, which need none", "no journal, or one of them")
            _verify_heads(proof, since, _verifier(by))
            return
        if journal is None:
            raise InvalidInput("JOURNAL", "nothing", "a journal, or --proof and --since")
        with common.games_of(journal) as opened:
            if proof is not None:
                _verify_entry(opened, proof, _verifier(by))
            else:
                _verify_all(opened, expect, since, by)


def _verifier(by: str | None) -> Verifier:
    from ..proving.notes import Verifier

    if by is None:
        raise InvalidInput("--by", "nothing", "the key of whoever is trusted to sign: NAME+ID+KEY")
    return Verifier.given(by)


def _verify_heads(proof: Path, since: Path, verifier: Verifier) -> None:
    from ..proving import proofs

    old = proofs.read_head(common.text_of(since), verifier)
    later = proofs.read_consistency(common.text_of(proof), old, verifier)
    common.say(
        f"What {later.origin} signed a head of, {later.size} entries, begins with all {old.size} entries of the older head."
    )


def _verify_entry(journal: Journal, proof: Path, verifier: Verifier) -> None:
    from ..proving import proofs

    included = proofs.read_inclusion(common.text_of(proof), verifier)
    common.say(proofs.what_is_proven(proofs.proven_entry(journal, included), included))


def _verify_all(journal: Journal, expect: str | None, since: Path | None, by: str | None) -> None:
    if since is not None:
        from ..proving import proofs

        verifier = _verifier(by)
        proofs.check_beginning(journal, proofs.read_head(common.text_of(since), verifier))
    journal.verify(expected=expect)
    common.say(f"{len(journal.streams())} games, {journal.last_id()} entries: nothing is wrong")


KeyOption = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="The key that signs: a file that `declarant journal key` made.")
]
TilesOption = Annotated[
    Path | None,
    typer.Option("--tiles", metavar="DIR", help="Where `declarant journal tiles` wrote: what is there isn't made again."),
]


def _signer(key: Path | None) -> Signer:
    from ..proving.notes import Signer

    if key is None:
        raise InvalidInput("--key", "nothing", "the key that signs the head: a file that `declarant journal key` made")
    required("cryptography", "proof")
    return Signer.parse(common.text_of(key))


@journal_app.command("key")
def make_key(
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Who signs: an address without https:// that is yours, example.org/league.")
    ],
    to: Annotated[Path, typer.Option(metavar="FILE", help="Where to keep the key that signs: nobody else may read it.")],
) -> None:
    """Make a key that signs heads of journals, and print the one that others verify them with; needs the extra `proof`."""
    import os

    from ..proving.notes import Signer

    with common.ending():
        signer = Signer.new(name)
        verifier = str(signer.verifier)
        try:
            with open(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(f"{signer}\n")
        except FileExistsError:
            raise InvalidInput("--to", f"{to}, which is there already", "a file that isn't there yet") from None
        except OSError as error:
            raise InvalidInput("--to", f"{to}: {error.strerror or error}", "a file that can be made") from None
        common.say(verifier)


@journal_app.command()
def prove(
    journal: common.JournalArgument,
    entry: Annotated[int | None, typer.Argument(metavar="ENTRY", help="The id of an entry, as the feed says it.")] = None,
    since: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Instead of an entry: a signed head that the journal begins with.")
    ] = None,
    key: KeyOption = None,
    tiles: TilesOption = None,
) -> None:
    """Print a proof that an entry is in the journal, under a head that is signed now; needs the extra `proof`.

    The proof is 2 kB at most and shows nothing of the entry. Whoever has it, the entry's game and the key that verifies can check
    that the entry, and all before it in its game, were in the journal as they are: `declarant journal verify --proof`.

    
    declarant journal prove games.db 4711 --key league.key
    declarant journal prove games.db --since HEAD --key league.key
        that the journal begins with all of which HEAD was signed

    Formats: https://c2sp.org/tlog-proof and, of --since, what witnesses take: https://c2sp.org/tlog-witness
    """
    with common.ending(), common.games_of(journal) as opened:
        from ..proving import proofs

        if (entry is None) == (since is None):
            raise InvalidInput("ENTRY", "both or neither of ENTRY and --since", "one of them")
        signer = _signer(key)
        tree = proofs.tiles_of(opened, tiles)
        note = proofs.signed_head(opened, tree, signer)
        if since is not None:
            sys.stdout.write(proofs.prove_consistency(tree, proofs.read_head(common.text_of(since), signer.verifier), note))
        elif entry is not None:
            sys.stdout.write(proofs.prove_entry(opened, tree, entry, note))


@journal_app.command()
def tiles(
    journal: common.JournalArgument,
    to: Annotated[Path, typer.Option(metavar="DIR", help="A directory: a new one, or one that this command wrote before.")],
    key: KeyOption = None,
) -> None:
    """Write the journal's Merkle tree as files that any web server can serve, with a signed head; needs the extra `proof`.

    Monitors and witnesses of transparency logs read them (https://c2sp.org/tlog-tiles). Of entries they hold digests only.
    Written again, only what was appended since is added.
    """
    with common.ending(), common.games_of(journal) as opened:
        from ..proving import proofs
        from ..running.places import file_made

        signer = _signer(key)
        tree = proofs.tiles_of(opened, to, write=True)
        with file_made(to / proofs.CHECKPOINT) as file:
            file.write(proofs.signed_head(opened, tree, signer).encode())
        common.say(f"{tree.size} entries, {tree.written} tiles written to {to}")


@journal_app.command()
def head(journal: common.JournalArgument, key: KeyOption = None, tiles: TilesOption = None) -> None:
    """Print a digest of all entries that there are, and the generation of the last one, to keep elsewhere.

    The digest says what was lost or altered, the generation whether an older copy took the journal's place.

    \b
    declarant journal head games.db > elsewhere
    declarant journal verify games.db --expect "$(cat elsewhere)"
        also when the journal has grown since
    declarant journal head games.db --key league.key
        a signed head instead: how many entries, and the root of their
        Merkle tree (https://c2sp.org/tlog-checkpoint); needs the extra `proof`
    """
    with common.ending(), common.games_of(journal) as opened:
        if key is None:
            if tiles is not None:
                raise InvalidInput("--tiles", "no --key", "a key that signs the head of their tree")
            print(opened.digest())
            return
        from ..proving import proofs

        tree = proofs.tiles_of(opened, tiles)
        sys.stdout.write(proofs.signed_head(opened, tree, _signer(key)))


@journal_app.command()
def backup(
    journal: common.JournalArgument,
    to: Annotated[
        str, typer.Option(metavar="JOURNAL", help="A SQLite file that isn't there yet, or an empty PostgreSQL journal.")
    ],
) -> None:
    """Copy a journal, also while others append to it: every entry as it is, with its id, and the checkpoints of subscriptions.

    Every entry is checked on the way. A file is there when it is complete, and otherwise not at all.

    The copy has the journal's id and begins another generation: whoever read further in the journal learns so, and reads on only
    after what both have. Of copies that were made by other means, `declarant journal restored` says that they were put back.
    """
    with common.ending(), common.games_of(journal) as opened:
        from ...events.journal.stores.registry import shown
        from ..history.copies import new_journal

        with new_journal(to) as copy:
            count = opened.copy_to(copy)
        common.say(f"{count} entries copied to {shown(to)}")


@journal_app.command()
def restored(journal: common.JournalArgument) -> None:
    """Say that this journal was put back from an older copy, made by other means than `declarant journal backup`.

    It begins another generation: who reads it under a name learns so, and so does whoever goes on after the cursor of a lost
    entry.
    """
    with common.ending():
        from ..feed import existing

        with existing(journal) as opened:
            begun = opened.begin_generation()
        common.say(f"generation {begun.id} begins after entry {begun.after}")


@journal_app.command()
def pseudonymise(
    journal: common.JournalArgument,
    to: Annotated[
        str, typer.Option(metavar="JOURNAL", help="A SQLite file that isn't there yet, or an empty PostgreSQL journal.")
    ],
    mapping: Annotated[
        Path, typer.Option(metavar="FILE", help="Where to write which name is which, as JSON: keep it apart, or throw it away.")
    ],
    leave: LeaveOption = None,
) -> None:
    """Copy a journal with Player 1, Player 2, … in place of players' names: in events, cuts, rulings, and names of games.

    Upper and lower case and the form of letters don't matter. Where a name would stay as a part of another word (ann in planner),
    nothing is written, and the words are named: allow them with --leave. Where a player's name is a word of the game (Elf, Will),
    nothing is written, either.

    \b
    declarant journal pseudonymise games.db --to copy.db --mapping names.json
    declarant journal pseudonymise games.db --to copy.db --mapping names.json \\
        --leave planner
    """
    with common.ending(), common.games_of(journal) as opened:
        from ...events.journal.stores.registry import shown
        from ..history.copies import new_journal, pseudonymise
        from ..running.places import file_made

        if mapping.exists():
            raise InvalidInput("--mapping", f"{mapping}, which is there already", "a file that isn't there yet")
        with new_journal(to) as copy:
            done = pseudonymise(opened, copy, leave or ())
            with file_made(mapping) as file:
                file.write(json.dumps(done.names, indent=2, ensure_ascii=False).encode() + b"\n")
        common.say(f"{done.entries} entries copied to {shown(to)}, {len(set(done.names.values()))} players named in {mapping}")


@journal_app.command()
def separate(
    to: Annotated[
        str, typer.Option(metavar="JOURNAL", help="A SQLite file that isn't there yet, or an empty PostgreSQL journal.")
    ],
    journal: Annotated[
        str | None, typer.Argument(metavar="JOURNAL", help="The journal to copy; without it, the other begins without entries.")
    ] = None,
) -> None:
    """Copy a journal into one that keeps names of players apart from entries, so that `declarant journal erase` can erase one.

    Entries have signs there instead of names, and what is appended later has, too; names are put in their places wherever entries
    are read. Ids, versions and times stay; digests are made anew. Names of games get Player 1, Player 2, … for names of players.
    Where a player's name is a word of the game (Elf, Will), nothing is written.

    \b
    declarant journal separate games.db --to apart.db
    declarant journal separate --to new.db
        a new journal that keeps names apart from its first entry on
    """
    with common.ending(), common.games_of(journal or "memory://") as opened:
        from ...events.journal.stores.registry import shown
        from ..history.copies import new_journal, separate

        with new_journal(to) as copy:
            count = separate(opened, copy)
        common.say(f"{count} entries copied to {shown(to)}, with names apart")


@journal_app.command()
def erase(
    journal: common.JournalArgument,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A name of the player: all names of that one are erased.")],
    leave: LeaveOption = None,
) -> None:
    """Erase a player's names from a journal that keeps them apart (`declarant journal separate`): a pseudonym takes their place.

    No byte of them is left in the journal, nor in what is made of it from now on. Digests, heads and proofs are as they were.
    States of projections are taken away, to be made anew. Backups, exports and pages that were made before are yours to delete;
    so is what a PostgreSQL server keeps in its write-ahead log, for as long as it keeps that.

    Where the name stands elsewhere, in an entry itself, say, nothing is erased, and the first such place is said. So it is where
    it would stay as a part of another word (ann in planner), and the words are named: allow them with --leave.
    """
    with common.ending():
        from ..feed import existing

        with existing(journal) as opened:
            pseudonym = opened.erase(player, leave or ())
        common.say(f"erased: {pseudonym} from now on")


@journal_app.command("export")
def export_journal(
    journal: common.JournalArgument,
    to: Annotated[Path, typer.Option(metavar="FILE", help="The JSON Lines file, which mustn't be there yet.")],
) -> None:
    """Write all entries of a journal as JSON Lines. The file is there when it is complete, and otherwise not at all."""
    from ..running.places import file_made

    with common.ending(), common.games_of(journal) as opened:
        if to.exists():
            raise InvalidInput(str(to), "a file that is there already", "one that isn't there yet")
        with file_made(to) as file:
            count = opened.export_jsonl(file)
        common.say(f"{count} entries written to {to}")


@journal_app.command("import")
def import_journal(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JSON Lines export.")],
    to: Annotated[str, typer.Option(metavar="JOURNAL", help="A SQLite file or its URL; made if there is none.")],
) -> None:
    """Append the entries of a JSON Lines file to a journal, all or none."""
    from ...events.journal.journal import Journal
    from ...events.journal.stores.registry import shown

    with common.ending():
        # A file that can't be imported leaves no empty journal behind.
        Journal.open("memory://").import_jsonl(file)
        with common.kept_in(to) as journal:
            common.say(f"{journal.import_jsonl(file)} entries appended to {shown(to)}")
