"""`declarant best` and `verify`: the best declaration of a case, and certificates that none is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ...events.errors import DeclarantError, InvalidInput
from . import common
from .app import app
from .cases import CaseOption, CasesArgument

if TYPE_CHECKING:
    from ...projections.rulings import RuledAction
    from ..best_play.best import BestDecision, BestPlay
    from ..cases.models import Case


@app.command()
def best(
    path: CasesArgument,
    case: CaseOption = None,
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="When so many steps are done, instead of after all of them.")
    ] = None,
    attack: Annotated[bool, typer.Option("--attack", help="The best attack; by default what is to be declared next.")] = False,
    block: Annotated[bool, typer.Option("--block", help="The best block.")] = False,
    damage: Annotated[bool, typer.Option("--damage", help="How the attacking player best divides combat damage.")] = False,
    worth: Annotated[
        str | None,
        typer.Option(
            metavar="one|flat|mana-value|FILE",
            help="What permanents and life are worth: one, fitted by self-play (the default); flat, power and "
            'toughness; all their mana value; or by id or name, in a JSON file as {"Serra Avatar": 40}.',
        ),
    ] = None,
    hold: Annotated[
        bool,
        typer.Option(
            "--hold",
            help="Only attacks after which the player survives should all the other player's creatures attack next turn.",
        ),
    ] = False,
    turns: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="A race: both attack and block on for N turns in all, no new cards."),
    ] = None,
    tricks: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="One player holds one of these tricks, cast for nothing before damage: a JSON list of objects with controller, "
            "name and text. The best in the worst case.",
        ),
    ] = None,
    dominated: Annotated[
        bool,
        typer.Option(
            "--dominated",
            help="Which declarations are no worse in anything than the case's own and better in something; no worth enters.",
        ),
    ] = False,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write why nothing is better, for `declarant verify`. Of one case.")
    ] = None,
    stream: common.StreamOption = None,
    at: common.AtOption = None,
    rules: common.RulesOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """State the best attack or block, or division of combat damage, proved, with what follows.

    What a block is worth to its player: first not losing; then the worth of attackers destroyed, less that of own creatures
    destroyed, and life gained less life lost, with the other player's life the other way round, where damage is divided as
    well as can be. By default a creature is worth 3 points, its power and toughness, and more if it flies, has menace, first
    strike or deathtouch; a point of life more, the less there is left; an attack what its best block leaves, less half of what
    the other player's best attack of the next turn is worth then. With --worth flat a creature is worth its power and
    toughness, a point of life 1, and the next turn doesn't count.

    \b
    declarant best combat.yaml
        what is to be declared when all its steps are done
    declarant best combat.yaml --block
        the block, before the one that the case declares
    declarant best combat.yaml --damage
        how its combat damage is divided best
    declarant best games.db --stream final --at 14
        what was to be declared then, in a journal
    declarant best combat.yaml --turns 4
        the attack where both players attack and block on for four turns
    declarant best combat.yaml --tricks tricks.json
        in the worst case of a trick that somebody holds
    declarant best combat.yaml --dominated
        what is no worse than the case's own in anything, and better in something
    declarant best combat.yaml --certificate why.json
    declarant verify combat.yaml why.json

    Where something is in force that the search doesn't know (abilities that trigger, bands, planeswalkers that are attacked,
    costs, several opponents), every line of the combat is played out; of what is too large, bounds are stated. What the game
    doesn't carry out is stated with its text, and then there is no answer.

    Exit status: 0 fine, 2 a case couldn't be judged, or best play isn't stated.
    """
    with common.ending(format):
        from ..best_play import certificates
        from ..best_play.best import best as best_play
        from ..best_play.best import best_now, read_worths
        from ..best_play.dominated import dominated as dominance
        from ..best_play.tricks import read_tricks
        from ..running.json_lines import json_line
        from ..text import best_play as rendering
        from ..text.console import console

        if attack + block + damage > 1:
            raise InvalidInput("--attack, --block and --damage", "several", "one of them")
        action: RuledAction | None = "attack" if attack else "block" if block else "damage" if damage else None
        day, out, written, limits = common.day_of(rules), console(), False, common.budgets(budget, seconds)
        worths = read_worths(worth)
        held = read_tricks(tricks) if tricks is not None else None
        if hold and turns is not None:
            raise InvalidInput("--hold and --turns", "both", "one of them: a race looks ahead by itself")
        if certificate is not None and turns is not None:
            raise InvalidInput("--certificate", "with --turns", "without: a race is proved by the search alone")

        def report_on(report: BestPlay, found: BestDecision) -> None:
            nonlocal written
            if certificate is not None:
                certificates.write(certificate, certificates.certificate(report, found, worths))
                written = True
            print(json_line(report)) if format is common.Format.json else out.print(rendering.best(report))

        if dominated and (
            damage or hold or turns is not None or worth is not None or certificate is not None or common.is_games(path)
        ):
            raise InvalidInput(
                "--dominated", "with --damage, --hold, --turns, --worth, --certificate or a journal", "a case alone"
            )
        if common.is_games(path):
            common.only_of_games(case=case, step=step, rules=rules)
            with common.game_at(path, stream, at) as game:
                game.budget = limits()
                name, day = game.log.stream, game.edition.effective
                report_on(
                    *best_now(game, name, game.version, day, action=action, worth=worths, hold=hold, turns=turns, tricks=held)
                )
            return
        common.only_of_cases(stream=stream, at=at)

        def found(each: Case) -> int:
            if dominated:
                kind: Literal["attack", "block"] | None = "attack" if attack else "block" if block else None
                shown = dominance(each, step=step, action=kind, rules=day, budget=limits())
                print(json_line(shown)) if format is common.Format.json else out.print(rendering.dominance(shown))
                return common.FINE
            if certificate is not None and written:
                raise InvalidInput("--certificate", "several cases", "one: pick it with --case")
            report_on(
                *best_play(
                    each, step=step, action=action, worth=worths, hold=hold, turns=turns, tricks=held, rules=day, budget=limits()
                )
            )
            return common.FINE

        raise typer.Exit(common.for_each_case(path, case, found))


@app.command()
def analyse(
    journals: Annotated[
        list[str],
        typer.Argument(metavar="JOURNAL", help="Journals (SQLite or JSON Lines), logs of MTG Arena, or directories of them."),
    ],
    stream: common.StreamOption = None,
    worth: Annotated[
        str | None, typer.Option(metavar="one|flat|FILE", help="What permanents are worth: as for `declarant best`.")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the table decisions: .parquet, .arrow, .csv or .jsonl. Needs the extra `export`."
        ),
    ] = None,
    cards: common.CardsOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """Say what each declaration of games was worth, what the best would have been worth, and what players gave up on average.

    \b
    declarant analyse games.db
    declarant analyse Player.log --to decisions.parquet
    declarant analyse games.db --stream final --format json

    An attack is valued by its best block, a block by the best division of damage. This is of the combat as it lay on the table:
    hidden cards aren't known and aren't guessed, and nobody casts anything. What isn't modelled is declined, with the text.
    With --format json, an object a declaration, and then one a player and game: see `declarant schema decisions`.

    Exit status: 0 fine, 2 a journal can't be read; the others are analysed.
    """
    with common.ending(format):
        from ..arena.inputs import games_inputs
        from ..best_play import analysing
        from ..best_play.best import read_worths
        from ..history.unknown_texts import unknown_texts
        from ..running.diagnostics import log_info
        from ..running.json_lines import json_line
        from ..text import best_play as rendering
        from ..text.console import console

        if to is not None:
            from ..tables.decisions import format_of

            format_of(to)
        worths = read_worths(worth)
        limited = budget is not None or seconds is not None
        out, status, limits = console(), common.FINE, common.budgets(budget if limited else analysing.STEPS, seconds)
        written, meant = [], common.GamesMeant(stream)
        with common.progress_of("games", beside_output=False) as advance:
            for source in games_inputs(journals):
                with common.going_on(source.name) as refused, common.games_of(source.url, cards) as opened:
                    for name in meant.of(opened, source.name):
                        rows = [each.row for each in analysing.reviewed(opened, name, worths, limits)]
                        players = analysing.accuracies(rows)
                        written += rows
                        advance()
                        if format is common.Format.json:
                            for row in rows:
                                print(json_line(analysing.as_json(row)))
                            for player in players:
                                print(json_line({"game": name, **player.model_dump()}))
                        else:
                            out.print(rendering.analysed(name, rows, players))
                        if words := unknown_texts(opened, [name]).words:
                            log_info(f"{name}: {words}", where=name)
                    opened.last_id()  # a file of which nothing could be read isn't one without games
                status = common.BAD_INPUT if refused else status
        meant.check_found(status == common.FINE)
        if format is common.Format.text and written:
            out.print(rendering.not_analysed(written))
        if to is not None:
            from ..tables.decisions import write

            write(to, written)
        raise typer.Exit(status)


@app.command()
def verify(
    path: CasesArgument,
    certificate: Annotated[
        Path, typer.Argument(metavar="CERTIFICATE", help="What `declarant best --certificate` or `audit --certificate` wrote.")
    ],
    case: Annotated[
        str | None, typer.Option("--case", metavar="ID", help="Only the case of that id; the game, of a journal.")
    ] = None,
) -> None:
    """Check a certificate of best play, or of rulings, against its case, in whole numbers and without the search.

    \b
    declarant audit cases.jsonl --certificate rulings.jsonl
    declarant verify cases.jsonl rulings.jsonl
    declarant best combat.yaml --certificate why.json
    declarant verify combat.yaml why.json

    Cases that can't be read, and expect so by `refused`, are passed over, and it is said.

    Exit status: 0 it proves what it claims, 1 it doesn't, 2 bad input.
    """
    with common.ending(common.Format.text):
        from ..best_play import certificates

        if rulings := certificates.read_rulings(certificate):
            _verify_rulings(path, rulings, case)
            return
        claims = certificates.read(certificate)
        if common.is_games(path):
            from ...handlers.game import Game

            with common.games_of(path) as journal:
                stream = case or str(claims.get("case") or "")
                _say(stream, certificates.verify_recorded, Game.open(journal, stream), claims)
            return
        wanted = case or (claims.get("case") if path != "-" else None)
        for each in _to_verify(path, wanted if isinstance(wanted, str) else None):
            _say(each.id, certificates.verify, each, claims)


def _verify_rulings(path: str, rulings: list[dict[str, Any]], case: str | None) -> None:
    """Each certificate of a ruling, against its case; all are stated before it ends."""
    from ..audit import certificates

    cases = {each.id: each for each in _to_verify(path, case)}
    failed = False
    for ruling in rulings:
        name = str(ruling.get("case"))
        if case is not None and name != case:
            continue
        if name not in cases:
            raise InvalidInput("certificate.case", repr(name), f"a case of {path}")
        try:
            _say(f"{name}, step {ruling.get('step')}", certificates.verify, cases[name], ruling)
        except typer.Exit:
            failed = True
    if failed:
        raise typer.Exit(common.DIFFERENT)


def _to_verify(path: str, id: str | None) -> Iterator[Case]:
    """The cases, or the one of that id, without those that are refused as they expect. Raises InvalidInput for any other."""
    from ..cases.judging import compared_refusal, refused
    from ..cases.reading import RefusedCase, case_id
    from ..history import explanations as reading

    for each in reading.read(path, id):
        if not isinstance(each, DeclarantError):
            yield each
            continue
        expected = each.expected if isinstance(each, RefusedCase) else None
        if not compared_refusal(refused(case_id(each), each), expected).refused_as_expected:
            raise each
        common.say(f"{case_id(each)}: passed over: refused, as it expects")


def _say(name: str, verify: Callable[[Any, Mapping[str, Any]], str], about: Any, certificate: Mapping[str, Any]) -> None:
    from ...handlers.best_play.verification import NotProved
    from ...handlers.legality.verification import NotProved as RulingNotProved

    try:
        common.say(f"{name}: proved: {verify(about, certificate)}")
    except (NotProved, RulingNotProved) as error:
        common.say(f"{name}: not proved: {error}")
        raise typer.Exit(common.DIFFERENT) from None
