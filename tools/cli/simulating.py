"""`declarant boards`, `simulate` and `tournament`: many games played by policies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ...events.errors import InvalidInput
from ..running.diagnostics import log_warning
from ..running.json_lines import json_line
from ..running.places import file_made
from . import common
from .app import app


class Ending(StrEnum):
    """How far each game is played."""

    combat = "combat"
    turn = "turn"
    game = "game"


ScenarioArgument = Annotated[
    Path, typer.Argument(metavar="SCENARIO", help="A case, or a file or directory of cases: the boards that games begin with.")
]
OptionalScenarioArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[SCENARIO]", help="A case, or a file or directory of cases: the boards that games begin with."),
]
GamesOption = Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="What all draws begin with.")]
UntilOption = Annotated[
    Ending, typer.Option("--until", help="The end of one combat, of one turn, or of the game: who has won, or nobody can.")
]
TurnsOption = Annotated[int, typer.Option("--turns", min=1, metavar="N", help="After so many turns nobody has won.")]


CARDS = "Scryfall's oracle_cards, MTGJSON's AtomicCards.json, or JSON Lines of cards."
DecksOption = Annotated[
    tuple[Path, Path] | None,
    typer.Option("--decks", metavar="A B", help="Two lists of creatures with a line such as `4 Grim Ox` for each; with --cards."),
]
FixedOption = Annotated[
    bool, typer.Option("--fixed-seats", help="Each policy stays with its player; else they change places from game to game.")
]


@app.command()
def boards(
    cards: Annotated[Path, typer.Option(metavar="FILE", help=CARDS)],
    decks: DecksOption = None,
    seed: SeedOption = 0,
    size: Annotated[int, typer.Option(min=1, max=1_000, metavar="N", help="How many creatures each player has.")] = 4,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="How many boards.")] = 1,
    rules: common.RulesOption = None,
) -> None:
    """Draw boards from cards, as cases: creatures whose text bears on nothing but combat, all drawn alike.

    \b
    declarant boards --cards oracle-cards.json --seed 7 --size 4 \\
        --count 100 > boards.jsonl
    declarant simulate boards.jsonl --policy Ann=best --policy Bob=greedy \\
        --games 1000

    With --decks, Ann's creatures are drawn from the first list and Bob's from the second.
    The same seed and cards give the same boards. Exit status: 0 fine, 2 the cards can't be read.
    """
    with common.ending():
        from ..simulation.boards import cards_of, drawn, drawn_from_decks, fighters
        from ..simulation.decks import by_name, listed

        known, day = cards_of(cards), common.day_of(rules)
        if decks is None:
            able, passed_over = fighters(known)
            if passed_over:
                log_warning(f"{cards}: {passed_over}")
            found = drawn(able, seed, size, count, day)
        else:
            named = by_name(known)
            faces = [[card for _, card in listed(path, named)] for path in decks]
            found = drawn_from_decks(faces, seed, size, count, day)
        for case in found:
            document = case.as_data()
            print(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def _begun_with(scenario: Path | None, decks: tuple[Path, Path] | None) -> str:
    """What a command says that its games begin with, where that isn't either boards or decks."""
    if decks is not None and str(decks[1]).startswith("--"):
        return f"one file after --decks, {decks[0]}"
    if decks is not None and scenario is not None:
        return f"both boards, {scenario}, and decks, {decks[0]} and {decks[1]}"
    if decks is not None:
        return "decks without --cards"
    return "neither boards nor decks" if scenario is None else "--cards without --decks"


@app.command()
def simulate(
    policy: Annotated[
        list[str],
        typer.Option(
            metavar="PLAYER=POLICY",
            help="Who decides for a player: uniform, greedy, best, lookahead, never, recorded, or module:function.",
        ),
    ],
    scenario: OptionalScenarioArgument = None,
    decks: DecksOption = None,
    cards: Annotated[Path | None, typer.Option(metavar="FILE", help=CARDS)] = None,
    fixed_seats: FixedOption = False,
    games: GamesOption = 100,
    seed: SeedOption = 0,
    until: UntilOption = Ending.game,
    turns: TurnsOption = 100,
    to: Annotated[
        str | None, typer.Option(metavar="URL", help="Keep every game in this journal, such as sqlite:///sim.db.")
    ] = None,
    workers: common.WorkersOption = None,
    on: common.OnOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """Play many games from the boards of cases, in which nothing but combat happens, and sum them up.

    \b
    declarant simulate board.yaml --policy Ann=best --policy Bob=greedy \\
        --games 10000 --seed 7
    declarant simulate boards/ --policy Ann=uniform --policy Bob=uniform \\
        --until combat --to sqlite:///sim.db
    declarant export sim.db --to tables
        what was declared, dealt and lost, as tables
    declarant simulate board.yaml --policy Ann=best --policy Bob=best \\
        --on dask://scheduler:8786
    declarant simulate --decks red.txt green.txt --cards oracle-cards.json \\
        --policy Ann=best --policy Bob=best

    A turn is the untap step, a combat and the cleanup step. A game begins with the board of a case, before its steps. Several
    boards take turns, and policies change places from game to game. Nobody has won when no creature is left, when nothing
    has changed for 20 turns, and after --turns; a draw by the rules is stated apart from these.

    With --decks, Ann and Bob draw a card each turn, have a land more, and cast creatures with its mana; who begins
    alternates, who can't draw loses. No other spells: what isn't modelled is stated with the summary.

    The policy uniform draws from the legal declarations, greedy looks at one creature at a time, best plays the combat as well
    as can be, holds back what it needs at home and races where that wins, lookahead(N) plays N turns ahead, never declares as few
    as the rules allow, recorded declares what the steps of the case declare (mostly with --until combat). module:function is one
    of yours; those of other packages are entry points of the group declarant.policies.

    The same seed and version give the same games, with the same digests, whoever plays them, however many workers there are.
    With --to, a command that was stopped is given again as it was: what is kept already isn't kept twice. With --format json,
    an object a game, and the summary last: see `declarant schema simulation`.

    A decision that --budget (for each) or --seconds (for a game) doesn't suffice for isn't replaced by another: the game isn't
    played on, and is stated with why. With --seconds, which games those are depends on the machine.

    Exit status: 0 fine, 1 some games couldn't be played on (an ability that triggered can't be carried out, say), 2 bad input.
    """
    with common.ending(format):
        from ..cases.models import Case
        from ..cases.reading import read_cases
        from ..running.executors import engine
        from ..simulation.boards import PLAYERS, cards_of
        from ..simulation.decks import by_name, empty_board, read_deck
        from ..simulation.simulating import Played, SimulationPlan, cases_of, read_policies, summed_up
        from ..simulation.simulating import simulate as played
        from ..text.console import console
        from ..text.simulation import summary as rendered

        cases, drawn_from = tuple[Case, ...](), None
        if (scenario is None) == (decks is None) or (decks is None) != (cards is None):
            allowed = "boards to begin with; or --decks A B, both files after it, with --cards FILE"
            raise InvalidInput("SCENARIO", _begun_with(scenario, decks), allowed)
        if decks is not None and cards is not None:
            named = by_name(cards_of(cards))
            drawn_from = {player: read_deck(path, named) for player, path in zip(PLAYERS, decks, strict=True)}
            cases = (empty_board([path.stem for path in decks]),)
        elif scenario is not None:
            cases = cases_of(read_cases(scenario))
        plan = SimulationPlan(
            cases,
            read_policies(policy),
            seed,
            until.value,
            turns,
            kept=to is not None,
            budget=common.budgets(budget, seconds),
            alternating=not fixed_seats,
            decks=drawn_from,
        )
        keeping = nullcontext() if to is None else common.kept_in(to)
        with keeping as journal, engine(on, workers) as each, common.progress_of("games", beside_output=False) as advance:

            def reported() -> Iterator[Played]:
                for game in played(plan, games, each, journal):
                    advance()
                    if format is common.Format.json:
                        print(json_line(game))
                    yield game

            summary = summed_up(plan, reported())
        print(json_line(summary)) if format is common.Format.json else console().print(rendered(summary))
        raise typer.Exit(common.DIFFERENT if summary.declined else common.FINE)


@app.command()
def tournament(
    scenario: ScenarioArgument,
    policy: Annotated[
        list[str], typer.Option(metavar="POLICY", help="A policy that takes part: uniform, greedy, best, lookahead …")
    ],
    games: GamesOption = 100,
    seed: SeedOption = 0,
    until: UntilOption = Ending.game,
    turns: TurnsOption = 100,
    workers: common.WorkersOption = None,
    on: common.OnOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """Compare policies: each pair plays the same boards with the same seeds in both seats. Needs the extra `tournament`.

    \b
    declarant tournament boards.jsonl --policy best --policy greedy \\
        --policy uniform --games 200 --seed 7

    Each pair of policies plays --games seeds, each in both seats. What is stated is the difference of their scores (a win 1,
    ½ where nobody won) with a paired bootstrap interval, and a p-value that is corrected for there being many pairs.

    Games in which --budget or --seconds doesn't suffice for a decision aren't played on, as in `declarant simulate`.

    Exit status: 0 fine, 1 some games couldn't be played on, 2 bad input.
    """
    with common.ending(format):
        from ..cases.reading import read_cases
        from ..running.executors import engine
        from ..simulation.simulating import cases_of
        from ..simulation.tournament import TournamentReport
        from ..simulation.tournament import tournament as played
        from ..text.console import console
        from ..text.simulation import tournament as rendered

        cases, status = cases_of(read_cases(scenario)), common.FINE
        with engine(on, workers) as each, common.progress_of("games", beside_output=False) as advance:
            for result in played(cases, policy, games, seed, each, until.value, turns, common.budgets(budget, seconds)):
                advance()
                if isinstance(result, TournamentReport):
                    status = common.DIFFERENT if any(pair.declined for pair in result.pairs) else common.FINE
                    print(json_line(result)) if format is common.Format.json else console().print(rendered(result))
        raise typer.Exit(status)


@app.command()
def strength(
    card: Annotated[list[str], typer.Argument(metavar="CARD…", help="A size and a text: '3/2 Menace'; or a name of --against.")],
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=f"Who else is on the boards: {CARDS} By default ten of ours."),
    ] = None,
    policy: Annotated[str, typer.Option(metavar="POLICY", help="Who decides for both players.")] = "best",
    games: Annotated[int, typer.Option("--games", min=2, metavar="N", help="How many for each card at most.")] = 1_000,
    size: Annotated[int, typer.Option(min=1, max=100, metavar="N", help="How many creatures each player has.")] = 3,
    life: Annotated[int, typer.Option(min=1, metavar="N", help="The life of each player.")] = 10,
    seed: SeedOption = 0,
    turns: TurnsOption = 100,
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the intervals into this file, as SVG.")] = None,
    to: Annotated[str | None, typer.Option(metavar="URL", help="Keep every game in this journal.")] = None,
    workers: common.WorkersOption = None,
    on: common.OnOption = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """How often a creature wins with its text and without it, all else alike.

    \b
    declarant strength "3/2 Menace" "3/2 Flying" --picture strength.svg
    declarant strength "Grim Ox" --against cards.jsonl --policy greedy \\
        --to sqlite:///strength.db

    Games come in pairs, on the same board with the same seed: both players have the same creatures, one of which has the text on
    Ann's side in the first game and on Bob's in the second. What is stated is the score (a win 1, ½ where nobody won) with the
    text less that without, from −1 to 1. Pairs are played until its interval leaves 0, at most --games games; the interval holds
    however often it is looked at (a confidence sequence).

    Nothing but combat happens in these games. With --to, `declarant replay` and `declarant export` show them.

    Exit status: 0 fine, 1 some games couldn't be played on, 2 bad input.
    """
    with common.ending(format):
        from ..running.executors import engine
        from ..simulation.boards import CREATURES, cards_of, fighters
        from ..simulation.decks import by_name
        from ..simulation.strength import StrengthPlan, StrengthReport, body
        from ..simulation.strength import strength as played
        from ..text.console import console
        from ..text.simulation import strength as rendered
        from ..text.strength_drawn import drawing

        known = by_name(cards_of(against) if against is not None else CREATURES)
        compared = [body(each, known) for each in card]
        able, passed_over = fighters(known.values())
        if passed_over:
            log_warning(f"{against}: {passed_over}")
        plan = StrengthPlan(tuple(able), policy, size, life, seed, games // 2, turns, to is not None)
        keeping = nullcontext() if to is None else common.kept_in(to)
        status = common.FINE
        with keeping as journal, engine(on, workers) as each, common.progress_of("games", beside_output=False) as advance:
            for result in played(compared, plan, each, journal):
                advance()
                if isinstance(result, StrengthReport):
                    status = common.DIFFERENT if any(found.declined for found in result.cards) else common.FINE
                    print(json_line(result)) if format is common.Format.json else console().print(rendered(result))
                    if picture is not None:
                        with file_made(picture) as file:
                            file.write(drawing(result).encode())
        raise typer.Exit(status)
