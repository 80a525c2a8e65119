"""What a creature's text is worth: pairs of games that differ in nothing else, and an interval that holds at all times."""

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from declarant import InvalidInput
from declarant.events.journal.journal import Journal
from declarant.tools.cards.formats import CardFace
from declarant.tools.cli.app import app
from declarant.tools.cli.schemas import schema as schema_of
from declarant.tools.running.work import Here
from declarant.tools.simulation.simulating import Played
from declarant.tools.simulation.strength import StrengthPlan, StrengthReport, anytime, body, strength
from jsonschema import Draft202012Validator
from typer.testing import CliRunner


def compared(text: str, plan: StrengthPlan) -> tuple[list[Played], StrengthReport]:
    *games, report = strength([body(text, {})], plan, Here())
    assert isinstance(report, StrengthReport)
    return games, report  # type: ignore[return-value]


def test_what_cannot_be_blocked_wins_alone_and_its_sign_is_found() -> None:
    games, report = compared("3/2 This creature can't be blocked.", StrengthPlan((), "greedy", size=1, life=6, most=40))
    (found,) = report.cards
    assert found.settled and found.interval is not None and found.interval[0] > 0
    assert found.games == len(games) == 2 * found.pairs < 80 and found.lost == 0
    assert any("spells" in each for each in report.not_modelled)


def test_a_text_that_changes_nothing_is_worth_nothing() -> None:
    """Reach, where nothing flies: the two games of a pair are alike but for the seats."""
    _, report = compared("2/2 Reach", StrengthPlan((body("3/3 Trample", {}),), "greedy", size=2, life=8, most=20, turns=10))
    (found,) = report.cards
    assert (found.difference, found.settled) == (0, False) and found.won == found.lost


def test_the_same_seed_gives_the_same_games() -> None:
    plan = StrengthPlan(policy="uniform", size=2, life=6, seed=3, most=3, turns=6)
    assert compared("3/2 Menace", plan) == compared("3/2 Menace", plan)


def test_the_interval_holds_however_often_it_is_looked_at() -> None:
    """Of 100 runs without any difference, few ever leave 0: looking once after each value, a common interval leaves it in 40."""
    left = 0
    for seed in range(100):
        random = Random(seed)
        values = [random.choice((-1.0, 0.0, 1.0)) for _ in range(200)]
        looks = (anytime(values[:number]) for number in range(20, 201, 20))
        left += any(each is not None and not each[0] <= 0 <= each[1] for each in looks)
    assert left <= 10
    assert anytime([0.5]) is None and anytime([0.5, 0.5]) == (-1, 1)


@pytest.mark.parametrize("card", ["Grim Ox", "3/2", "3/2 When this creature dies, draw a card.", "3/0 Menace", "x/2 Menace"])
def test_what_is_no_creature_with_a_text_for_combat_is_refused(card: str) -> None:
    with pytest.raises(InvalidInput):
        body(card, {"Elk": CardFace(name="Elk")})


def test_the_command_prints_a_table_draws_a_picture_and_keeps_the_games(tmp_path: Path) -> None:
    cards = tmp_path / "cards.jsonl"
    cards.write_text('{"name": "Grim Ox", "types": ["Creature"], "power": "2", "toughness": "3", "text": "Menace"}\n')
    url, picture = f"sqlite:///{tmp_path}/strength.db", tmp_path / "strength.svg"
    asked = ["strength", "Grim Ox", "3/2 Flying", "--against", str(cards), "--policy", "greedy", "--games", "4", "--workers", "1"]
    asked += ["--turns", "6"]
    done = CliRunner().invoke(app, [*asked, "--to", url, "--picture", str(picture), "--format", "json"])
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    Draft202012Validator(schema_of("strength")).validate(report)
    assert {each["card"] for each in report["cards"]} == {"Grim Ox", "3/2 Flying"}
    with Journal.open(url) as journal:
        assert len(journal.streams()) == sum(each["games"] for each in report["cards"]) == 8
    drawn = ElementTree.fromstring(picture.read_text())
    assert "Grim Ox" in "".join(drawn.itertext())
    table = CliRunner().invoke(app, asked)
    assert table.exit_code == 0 and "not modelled" in table.stdout
    assert CliRunner().invoke(app, ["strength", "Paper Kite"]).exit_code == 2
