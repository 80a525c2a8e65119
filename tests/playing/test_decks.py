"""Decks of creatures: what is drawn, what mana allows, who can't draw; and lists that can't be read."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import declarant
import pytest
from declarant import Game, InvalidInput, play
from declarant.events.facts import PermanentEntered
from declarant.handlers.playing.decks import CreatureDeck, DeckCard, most_mana
from declarant.tools.cards.formats import CardFace
from declarant.tools.cli.app import app
from declarant.tools.simulation.decks import deck_card, empty_board, read_deck
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

OX = CardFace(name="Grim Ox", types=("Creature",), mana_value=3, power="2", toughness="3", text="Menace")
CUB = CardFace(name="Cub", types=("Creature",), mana_value=1, power="1", toughness="1")
CARDS = {"Grim Ox": OX, "Cub": CUB, "Charm": CardFace(name="Charm", types=("Instant",), mana_value=1)}


def deck(*cards: CardFace) -> CreatureDeck:
    return tuple(deck_card(card, "deck") for card in cards)


def entered(game: Game, turn: int) -> list[str]:
    """What entered until that turn is over."""
    return [event.name for _, event in game.log.events() if isinstance(event, PermanentEntered)]


def played(decks: dict[str, CreatureDeck], turns: int, ann: object = "never") -> Game:
    policies = {"Ann": ann, "Bob": "never"}
    return play(Game.start(["Ann", "Bob"], rules="2025-04-04"), policies, turns=turns, decks=decks)  # type: ignore[arg-type]


def test_creatures_are_cast_with_a_land_more_each_turn() -> None:
    decks = {"Ann": deck(*[OX] * 20), "Bob": deck(*[CUB] * 20)}
    game = played(decks, 5)
    names = [permanent.name for permanent in game.board.permanents.values()]
    assert names.count("Grim Ox") == 1 and names.count("Cub") == 3  # in Ann's third turn; one, then two
    assert game.board.hand == {"Ann": 7 + 2 - 1, "Bob": 7 + 2 - 3}
    newest = next(each for each in game.board.permanents.values() if each.name == "Grim Ox")
    assert not newest.continuously_controlled and newest.owner == "Ann"


def test_who_cannot_draw_loses() -> None:
    game = played({"Ann": deck(*[CUB] * 8), "Bob": deck(*[CUB] * 40)}, 100)
    assert game.returns() == {"Ann": -1, "Bob": 1} and game.board.turn == 5
    (lost,) = [event for _, event in game.log.events() if event.type == "PlayerLost"]
    assert (lost.player, game.edition.number(lost.concept)) == ("Ann", "704.5b")
    (ended,) = [event for _, event in game.log.events() if event.type == "GameEnded"]
    assert ended.reason == "state-based actions"


class Hoards:
    """Casts nothing, or too much."""

    def __init__(self, chosen: Sequence[int]) -> None:
        self.chosen, self.decide = chosen, declarant.policy_named("never")(Random(0))

    def __call__(self, game: Game, player: str) -> declarant.Command:
        return self.decide(game, player)

    def cast(self, game: Game, player: str, hand: Sequence[DeckCard], mana: int) -> Sequence[int]:
        return self.chosen


def test_a_policy_decides_what_is_cast() -> None:
    decks = {"Ann": deck(*[CUB] * 20), "Bob": deck(*[OX] * 20)}
    assert not played(decks, 4, Hoards(())).board.permanents
    for wrong in ([0, 1], [0, 0], [99]):
        with pytest.raises(declarant.NotPlayed, match="cards"):
            played(decks, 1, Hoards(wrong))


@given(st.lists(st.integers(0, 6), max_size=8), st.integers(0, 12))
def test_the_most_mana_is_spent(costs: list[int], mana: int) -> None:
    enters = deck(CUB)[0].enters
    hand = [DeckCard(cost, enters) for cost in costs]
    chosen = most_mana(hand, mana)
    reachable = {0}
    for cost in costs:
        reachable |= {total + cost for total in reachable if total + cost <= mana}
    assert sum(costs[at] for at in chosen) == max(reachable) and len({*chosen}) == len(chosen)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("4 Grim Elk", "isn't among"),
        ("", "no card"),
        ("1 Charm", "no creature"),
        ("2000 Cub", "fewer"),
        ("2 Cub\n0 Grim Ox", "2: found '0 Grim Ox'"),
    ],
)
def test_lists_that_cannot_be_played_are_refused(tmp_path: Path, text: str, what: str) -> None:
    (tmp_path / "deck.txt").write_text(text)
    with pytest.raises(InvalidInput, match=what):
        read_deck(tmp_path / "deck.txt", CARDS)


def test_a_list_may_have_headings_and_a_sideboard(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("Deck\n2 Grim Ox\n# cheap\n1x Cub\n\nSideboard\n4 Charm\n")
    assert [card.name for card in read_deck(tmp_path / "deck.txt", CARDS)] == ["Grim Ox", "Grim Ox", "Cub"]


def test_games_with_decks_alternate_who_begins_and_say_what_isn_t_modelled() -> None:
    decks = {"Ann": deck(*[OX, CUB] * 10), "Bob": deck(*[CUB] * 20)}
    found = declarant.simulate(empty_board(("a", "b")), {"Ann": "greedy", "Bob": "greedy"}, games=4, seed=1, decks=decks)
    assert found.summary.declined == {} and any("spells" in each for each in found.summary.not_modelled)
    assert found.summary.players["Ann"].began.share is not None
    again = declarant.simulate(empty_board(("a", "b")), {"Ann": "greedy", "Bob": "greedy"}, games=4, seed=1, decks=decks)
    assert again.summary.digest == found.summary.digest and len({each.digest for each in found.games}) == 4


def test_decks_are_given_on_the_command_line(tmp_path: Path) -> None:
    lines = [each.model_dump_json(exclude_defaults=True) for each in CARDS.values()]
    (tmp_path / "cards.jsonl").write_text("\n".join(lines))
    (tmp_path / "a.txt").write_text("20 Grim Ox")
    (tmp_path / "b.txt").write_text("20 Cub")
    given = ["--decks", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), "--cards", str(tmp_path / "cards.jsonl")]
    policies = ["--policy", "Ann=greedy", "--policy", "Bob=uniform", "--games", "2", "--workers", "1", "--format", "json"]
    done = CliRunner().invoke(app, ["simulate", *given, *policies])
    *games, summary = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 0 and summary["games"] == len(games) == 2 and summary["not_modelled"]
    drawn = CliRunner().invoke(app, ["boards", *given, "--size", "2"])
    (case,) = map(json.loads, drawn.stdout.splitlines())
    assert [(each["controller"], each["name"]) for each in case["battlefield"]] == [("Ann", "Grim Ox")] * 2 + [("Bob", "Cub")] * 2
    for wrong, found in (
        ([], "neither boards nor decks"),
        (given[:3], "decks without --cards"),
        ([str(tmp_path), *given], "both boards"),
        ([*given[:2], "--decks", *given[2:]], "one file after --decks"),
        ([str(tmp_path), *given[3:]], "--cards without --decks"),
    ):
        refused = CliRunner().invoke(app, ["simulate", *wrong, *policies])
        assert refused.exit_code == 2 and found in refused.output, wrong
