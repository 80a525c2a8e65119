"""Best play where a player holds a trick: in the worst case, and against the boards of the shared material."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from declarant import Game, InvalidInput
from declarant.events.errors import NotModelled
from declarant.handlers.best_play.fighters import DamageRules, Fighter
from declarant.handlers.best_play.groups import GroupOutcome, played_out
from declarant.handlers.best_play.life_worth import GroupWay
from declarant.handlers.best_play.promising import Promising
from declarant.handlers.best_play.trick_combat import Trick, TrickCombat
from declarant.handlers.legality.verification import NotProved
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import BestPlay, best
from declarant.tools.best_play.tricks import read_trick
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from typer.testing import CliRunner


def creature(id: str, controller: str, power: int, toughness: int, text: str = "") -> dict[str, Any]:
    return {"id": id, "controller": controller, "types": ["Creature"], "power": power, "toughness": toughness, "text": text}


def combat(*battlefield: dict[str, Any], attack: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    steps = [{"attack": dict.fromkeys(attack, "Bob")}] if attack else []
    return {"id": "c", "rules": "2026-01-16", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": steps, **more}


GROWTH = {"controller": "Ann", "name": "Growth", "text": "Target creature gets +3/+3 until end of turn."}


def test_the_boards_of_the_shared_material_have_their_value(shared: Path) -> None:
    for line in (shared / "cases" / "tricks.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        report, found = best(Case.model_validate(row["case"]), tricks=[read_trick(row["trick"])], worth="flat")
        assert (report.value, report.proven) == (row["value"], True), report.case
        found_best = sorted(json.dumps(each, sort_keys=True) for each in found.best)  # type: ignore[union-attr]
        assert found_best == sorted(json.dumps(each, sort_keys=True) for each in row["best"]), report.case


def drawn(random: Random, size: int) -> dict[str, Any]:
    words = ("Flying", "First strike", "Trample", "Deathtouch", "Lifelink", "Menace", "Bushido 1", "Battle cry")
    creatures = [
        creature(
            f"{letter}{n}",
            player,
            random.randint(1, 4),
            random.randint(1, 4),
            "\n".join(random.sample(words, random.randint(0, 1))),
        )
        for player, letter in (("Ann", "a"), ("Bob", "b"))
        for n in range(size)
    ]
    return combat(
        *creatures, attack=random.choice([(), tuple(f"a{n}" for n in range(size))]), life={"Bob": random.randint(2, 12)}
    )


TRICKS = (
    "Target creature gets +2/+2 until end of turn.",
    "Target creature gets -2/-2 until end of turn.",
    "Target creature gains first strike until end of turn.",
    "Flare deals 2 damage to target creature.",
    "Target blocking creature gets +0/+3 until end of turn.",
)


def test_what_prices_leave_out_is_never_best(monkeypatch: pytest.MonkeyPatch) -> None:
    random, blocks = Random("tricks by prices"), Promising.blocks
    looked_at = {True: 0, False: 0}
    for worth in ("flat", "one") * 15:
        given = Case.model_validate(drawn(random, random.choice([2, 2, 3])))
        holder = random.choice(["Ann", "Bob"])
        tricks = [read_trick({"controller": holder, "name": "Trick", "text": text}) for text in random.sample(TRICKS, 2)]
        answers = []
        for pruned in (True, False):

            def counted(self: Any, attackers: Any, least: Any, pruned: bool = pruned) -> Any:
                for block in blocks(self, attackers, least if pruned else lambda: None):
                    looked_at[pruned] += 1
                    yield block

            monkeypatch.setattr(Promising, "blocks", counted)
            report, found = best(given, worth=worth, tricks=tricks)
            answers.append((report.value, report.wins, found.best))  # type: ignore[union-attr]
        assert answers[0] == answers[1], given
    assert looked_at[True] < looked_at[False] * 2 / 3


def fighter(random: Random, id: str) -> Fighter:
    early = random.choice([False, False, True])
    return Fighter(
        id,
        random.randint(0, 4),
        random.randint(1, 4),
        random.randint(0, 6),
        early=early,
        late=not early or random.random() < 0.4,
        trample=random.random() < 0.4,
        deathtouch=random.random() < 0.2,
        indestructible=random.random() < 0.1,
    )


def no_worse(one: GroupOutcome, other: GroupOutcome) -> bool:
    """Whether a group is no worse for the defending player, in anything, than another is at each slope of what life is worth."""
    ways = all(any(by.worth <= way.worth and by.lost >= way.lost for by in other.ways) for way in one.ways)
    return ways and all(lost <= by for lost, by in zip(one.losses, other.losses, strict=True))


def test_without_lifelink_a_greater_creature_is_no_worse_for_its_controller() -> None:
    random, changed = Random("greater"), 0
    for _ in range(1_500):
        attacker, *blockers = (fighter(random, id) for id in ("a", "b", "c", "d")[: random.randint(2, 4)])
        words = random.sample(["first strike", "double strike", "trample", "deathtouch", "indestructible"], random.randint(0, 1))
        gift = Trick("", "", random.randint(0, 3), random.randint(0, 3), gains=frozenset(words))
        toll = Trick("", "", -random.randint(0, 3), -random.randint(0, 3), damage=random.randint(0, 2))
        before = played_out(attacker, blockers, DamageRules())
        number = random.randrange(len(blockers))
        for trick in (gift, toll):
            others = [*blockers[:number], *([then] if (then := trick.changed(blockers[number])) else ()), *blockers[number + 1 :]]
            lost = 0 if then else blockers[number].worth
            fought = others or attacker.trample
            after = played_out(attacker, others, DamageRules()) if fought else GroupOutcome((GroupWay(0, 0, 0),), 0, 0)
            after = after._replace(ways=tuple(way._replace(worth=way.worth - lost) for way in after.ways))
            assert no_worse(after, before) if trick is gift else no_worse(before, after), (attacker, blockers, number, trick)
            changed += after != before
            if (own := trick.changed(attacker)) is not None:
                after = played_out(own, blockers, DamageRules())
            else:
                after = GroupOutcome((GroupWay(attacker.worth, 0, 0),), 0, 0)
            assert no_worse(before, after) if trick is gift else no_worse(after, before), (attacker, blockers, trick)
    assert changed > 1_000


def test_tricks_that_do_no_good_are_left_out_without_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    random, looked_at = Random("left out"), {True: 0, False: 0}
    for worth in ("flat", "one") * 8:
        given = Case.model_validate(drawn(random, random.choice([2, 3])))
        stated = {"controller": random.choice(["Ann", "Bob"]), "name": "Trick", "weight": random.choice([None, 50])}
        tricks = [read_trick(stated | {"text": text}) for text in random.sample(TRICKS, 2)]
        answers = []
        for leaves_out in (True, False):

            def counted(self: Any, *key: Any, leaves_out: bool = leaves_out) -> Any:
                self.leaves_out = leaves_out
                for each in casting(self, *key):
                    looked_at[leaves_out] += 1
                    yield each

            monkeypatch.setattr(TrickCombat, "_casting", counted)
            report, found = best(given, worth=worth, tricks=tricks)
            answers.append((report.value, report.wins, report.trick, report.expected, found.best))  # type: ignore[union-attr]
        assert answers[0] == answers[1], given
    assert looked_at[True] < looked_at[False] - 100


casting = TrickCombat._casting


def test_a_block_that_a_trick_would_turn_is_not_made() -> None:
    given = Case.model_validate(combat(creature("bear", "Ann", 2, 2), creature("ogre", "Bob", 3, 3), attack=("bear",)))
    assert best(given, worth="flat")[0].declaration == {"ogre": ("bear",)}
    report, _ = best(given, tricks=[read_trick(GROWTH)], worth="flat")
    assert (report.declaration, report.value, report.trick) == ({}, -5, ("Growth", "bear"))


def test_an_attack_into_a_trick_is_not_made() -> None:
    given = Case.model_validate(combat(creature("ogre", "Ann", 3, 3), creature("bear", "Bob", 2, 2)))
    report, _ = best(given, tricks=[read_trick({**GROWTH, "controller": "Bob"})], worth="flat")
    assert (report.declaration, report.value) == ({}, 0)
    assert best(given, worth="flat")[0].declaration == {"ogre": "Bob"}


def test_a_game_takes_tricks_as_a_file_says_them() -> None:
    game = Game.from_case(combat(creature("ogre", "Ann", 3, 3), creature("bear", "Bob", 2, 2)))
    assert game.best_attack(tricks=[{**GROWTH, "controller": "Bob"}], worth="flat").declaration == {}
    game.declare_attackers({"ogre": "Bob"})
    known = game.best_block(tricks=[read_trick(GROWTH)], worth="flat")
    assert game.best_block(tricks=[GROWTH], worth="flat").value == known.value
    with pytest.raises(InvalidInput, match="tricks"):
        game.best_block(tricks=["Growth"])  # type: ignore[list-item]


def test_what_becomes_unblocked_by_a_trick_stays_blocked() -> None:
    given = combat(creature("ox", "Ann", 4, 4), creature("rat", "Bob", 1, 1), attack=("ox",), life={"Bob": 4})
    flare = {"controller": "Ann", "name": "Flare", "text": "Flare deals 2 damage to target creature."}
    report, _ = best(Case.model_validate(given), tricks=[read_trick(flare)], worth="flat")
    assert (report.declaration, report.value) == ({"rat": ("ox",)}, -2)


@pytest.mark.parametrize("attacking", [True, False])
def test_a_certificate_names_the_tricks_and_is_gone_through_again(attacking: bool) -> None:
    sides = creature("bear", "Ann", 2, 2), creature("ogre", "Bob", 3, 3), creature("rat", "Bob", 1, 1, "Deathtouch")
    given = Case.model_validate(combat(*sides, attack=() if attacking else ("bear",)))
    report, found = best(given, tricks=[read_trick(GROWTH)], worth="flat")
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
    assert "Ann's Growth" in certificates.verify(given, certificate)
    wrong = {"value": report.value + 1 if report.value is not None else 1}, {"tricks": []}, {"proof": {"played out": True}}
    without = {name: value for name, value in certificate.items() if name != "tricks"}
    with pytest.raises(NotProved, match="without the tricks"):
        certificates.verify(given, without)
    with pytest.raises(InvalidInput, match=r"certificate\.legal: found an object"):
        certificates.verify(given, certificate | {"legal": {"zzz": {"nonsense": 1}}})
    for change in (*wrong, {"tricks": [{**GROWTH, "text": "Growth deals 5 damage to target creature."}]}):
        with pytest.raises((NotProved, InvalidInput)):
            certificates.verify(given, certificate | change)


def test_the_check_knows_a_true_claim_from_a_false_one() -> None:
    random = Random("tricks checked")
    for holder in ("Ann", "Bob") * 8:
        given = Case.model_validate(drawn(random, 2))
        worth = random.choice(["flat", "one"])
        weight = {"weight": 40} if random.random() < 0.2 else {}
        trick = read_trick({"controller": holder, "name": "Trick", "text": random.choice(TRICKS)} | weight)
        report, found = best(given, worth=worth, tricks=[trick])
        certificate = json.loads(json.dumps(certificates.certificate(report, found, worth)))
        for declaration in found.best:  # type: ignore[union-attr]
            if weight and declaration != report.declaration:
                continue
            said = certificates.verify(given, certificate | {"declaration": declaration})
            assert report.value is None or f"worth {report.value / report.unit:g} " in said
        others = [{}, *({id: ["a0"]} if report.action == "block" else {id: "Bob"} for id in ("a0", "a1", "b0", "b1"))]
        wrong = [each for each in others if json.loads(json.dumps(each)) not in json.loads(json.dumps(found.best))]  # type: ignore[union-attr]
        values = [{"value": (report.value or 0) + more} for more in (-1, 1)] + [{"value": None}] * (report.value is not None)
        for change in (*({"declaration": each} for each in wrong if report.value is not None), *values):
            with pytest.raises(NotProved):
                certificates.verify(given, {**certificate, "wins": False, **change})


def test_a_trick_that_cannot_be_paid_is_not_cast() -> None:
    sides = creature("bear", "Ann", 2, 2), creature("ogre", "Bob", 3, 3)
    trick = read_trick({**GROWTH, "cost": "{1}{G}"})
    poor = Case.model_validate(combat(*sides, attack=("bear",), mana={"Ann": "{G}"}))
    assert best(poor, tricks=[trick], worth="flat")[0].declaration == {"ogre": ("bear",)}
    rich = Case.model_validate(combat(*sides, attack=("bear",), mana={"Ann": "{G}{G}"}))
    assert best(rich, tricks=[trick], worth="flat")[0].declaration == {}


def test_weights_decide_what_is_best_on_average() -> None:
    given = Case.model_validate(combat(creature("bear", "Ann", 2, 2), creature("ogre", "Bob", 3, 3), attack=("bear",)))
    seldom, _ = best(given, tricks=[read_trick({**GROWTH, "weight": 10})], worth="flat")
    assert (seldom.declaration, seldom.value, seldom.expected) == ({"ogre": ("bear",)}, -6, 0.9 * 4 - 0.1 * 6)
    often, _ = best(given, tricks=[read_trick({**GROWTH, "weight": 90})], worth="flat")
    assert (often.declaration, often.lost) == ({}, 0)
    with pytest.raises(InvalidInput, match="100 at most"):
        best(given, tricks=[read_trick({**GROWTH, "weight": 60})] * 2, worth="flat")
    with pytest.raises(InvalidInput, match=r"tricks\.weight: found 101"):
        read_trick({**GROWTH, "weight": 101})


FLYERS = creature("ogre", "Ann", 3, 3), creature("drake", "Ann", 3, 2, "Flying"), creature("rat", "Bob", 2, 2)
G, H = "Target creature gets +3/+3 until end of turn.", "Target creature gains first strike until end of turn."


def held(controller: str, **weights: int) -> list[Trick]:
    texts = {"G": G, "H": H}
    weight = {name: {"weight": number} if number else {} for name, number in weights.items()}
    return [read_trick({"controller": controller, "name": name, "text": texts[name], **weight[name]}) for name in weights]


def test_what_weights_decide_is_said_to_be_proved_and_no_more() -> None:
    wall = creature("wall", "Bob", 1, 4)
    given = Case.model_validate(combat(*FLYERS, wall, attack=("ogre", "drake"), life={"Ann": 20, "Bob": 9}))
    report, found = best(given, tricks=held("Ann", G=10, H=5), worth="flat")
    assert (report.value, report.expected, report.bounds, report.lost) == (-12, -2.4, (-2.4, -2.4), 0)
    surest, _ = best(given, tricks=held("Ann", G=0, H=0), worth="flat")
    assert surest.value is not None and report.value is not None and surest.value > report.value
    words = certificates.verify(given, json.loads(json.dumps(certificates.certificate(report, found, "flat"))))
    assert "loses in 0 of 100 games, is worth -2.40 on average in the others, and no other one loses less often" in words
    assert "it is worth -12 in the worst case" in words


@pytest.mark.parametrize(("weights", "wins"), [({"G": 10, "H": 5}, False), ({"G": 100}, True), ({"G": 60, "H": 40}, False)])
def test_an_attack_wins_where_it_does_with_each_trick_that_may_be_held(weights: dict[str, int], wins: bool) -> None:
    given = Case.model_validate(combat(*FLYERS, life={"Ann": 20, "Bob": 5}))
    report, found = best(given, tricks=held("Ann", **weights), worth="flat")
    assert (report.wins, report.lost) == (wins, weights["G"])
    assert (report.value is None) is wins
    certificates.verify(given, json.loads(json.dumps(certificates.certificate(report, found, "flat"))))


def test_of_tricks_of_ones_own_the_worst_counts() -> None:
    given = Case.model_validate(combat(*FLYERS, life={"Ann": 20, "Bob": 5}))
    one, other, either = (
        best(given, tricks=held("Ann", **which), worth="flat")[0] for which in ({"G": 0}, {"H": 0}, {"G": 0, "H": 0})
    )
    assert (one.wins, other.wins, either.wins) == (True, False, False)
    assert either.value is not None and other.value is not None and either.value <= other.value


@pytest.mark.parametrize("attacking", [False, True])
def test_what_is_best_with_one_of_several_tricks_is_no_better_than_with_each(attacking: bool) -> None:
    random = Random(f"own {attacking}")
    for _ in range(15):
        steps = [] if attacking else [{"attack": {f"a{n}": "Bob" for n in range(3)}}]
        given = Case.model_validate({**drawn(random, 3), "steps": steps})
        texts = random.sample(TRICKS, 2)
        own = "Ann" if attacking else "Bob"
        tricks = [read_trick({"controller": own, "name": text, "text": text}) for text in texts]
        report, found = best(given, tricks=tricks, worth="flat")
        each = [best(given, tricks=[trick], worth="flat")[0] for trick in tricks]

        def rank(one: BestPlay) -> tuple[int, int]:
            return (1 if one.wins else -1, 0) if one.value is None else (0, one.value)

        assert rank(report) <= min(map(rank, each))
        certificates.verify(given, json.loads(json.dumps(certificates.certificate(report, found, "flat"))))


def test_what_triggers_has_resolved_before_a_trick_is_cast() -> None:
    flanking = creature("knight", "Ann", 2, 2, "Flanking")
    given = Case.model_validate(combat(flanking, creature("bear", "Bob", 3, 1), attack=("knight",)))
    report, _ = best(given, tricks=[read_trick({**GROWTH, "controller": "Bob"})], worth="flat")
    assert (report.value, report.declaration) == (-2, {})  # the bear is dead before it could grow
    battle_cry = creature("crier", "Ann", 1, 1, "Battle cry"), creature("ox", "Ann", 2, 2)
    given = Case.model_validate(combat(*battle_cry, life={"Bob": 4}))
    assert best(given, tricks=[read_trick({**GROWTH, "controller": "Bob"})], worth="flat")[0].wins
    surging = creature("wolf", "Ann", 1, 3, "Whenever this creature attacks, it gets +2/+0 until end of turn.")
    given = Case.model_validate(combat(surging, creature("bear", "Bob", 2, 3), attack=("wolf",)))
    nothing = read_trick({**GROWTH, "text": "Target creature gains haste until end of turn."})
    assert best(given, tricks=[nothing], worth="flat")[0].value == -3  # as a 3/3


@pytest.mark.parametrize(
    "text",
    [
        "Target creature gets +X/+X until end of turn.",
        "Target player draws a card.",
        "Target creature gets +3/+3.",
        "Target creature until end of turn.",
        "Target creature gains wither until end of turn.",
        "Target creature gets +1/+1 and until end of turn.",
        "Two target creatures get +1/+1 until end of turn.",
    ],
)
def test_a_text_that_is_not_understood_is_reported(text: str) -> None:
    with pytest.raises(InvalidInput, match="tricks"):
        read_trick({**GROWTH, "text": text})


def test_a_text_is_read_for_what_it_does() -> None:
    text = "Target attacking creature you control gets -1/+2 and gains first strike and trample until end of turn."
    known = Trick("Ann", "Growth", -1, 2, 0, frozenset({"first strike", "trample"}), "you", frozenset({"attacking"}))
    assert read_trick({**GROWTH, "text": text}) == known


def test_who_cannot_be_targeted_and_announced_orders_are_declined() -> None:
    board = creature("bear", "Ann", 2, 2), creature("ogre", "Bob", 3, 3, "Hexproof")
    with pytest.raises(NotModelled, match="targeted"):
        best(Case.model_validate(combat(*board, attack=("bear",))), tricks=[read_trick(GROWTH)], worth="flat")
    older = combat(creature("bear", "Ann", 2, 2), attack=("bear",)) | {"rules": "2015-01-01"}
    with pytest.raises(NotModelled, match="orders"):
        best(Case.model_validate(older), tricks=[read_trick(GROWTH)], worth="flat")


def test_a_blocker_that_is_saved_once_damage_is_on_the_stack_is_declined_and_all_else_is_not() -> None:
    board = creature("bear", "Ann", 4, 9), creature("ogre", "Bob", 1, 3), creature("elk", "Bob", 1, 3)
    older = Case.model_validate(combat(*board, attack=("bear",)) | {"rules": "2008-10-03"})
    saving = {**GROWTH, "controller": "Bob"}
    with pytest.raises(NotModelled, match="damage on the stack"):
        best(older, tricks=[read_trick(saving)], worth="flat")
    weakness = {"controller": "Bob", "name": "Weakness", "text": "Target creature gets -2/-1 until end of turn."}
    for fought, trick in ((board, GROWTH), (board, weakness), (board[:2], saving)):
        values = []
        for day in ("2008-10-03", "2026-01-16"):
            asked = Case.model_validate(combat(*fought, attack=("bear",)) | {"rules": day})
            found, _ = best(asked, tricks=[read_trick(trick)], worth="flat")
            values.append((found.value, found.declaration))
        assert values[0] == values[1]


LOOKS_ON = (
    "Prowess",
    "Flying, prowess",
    "Extort",
    "Ward {2}",
    "Ward—Pay 3 life.",
    "Whenever you cast a spell, this creature gets +2/+0 until end of turn.",
    "Whenever you cast an instant or sorcery spell, this creature deals 1 damage to each opponent.",
    "Whenever an opponent casts a spell, you gain 1 life.",
    "Whenever you cast a spell that targets this creature, put a +1/+1 counter on it.",
    "Whenever this creature becomes the target of a spell, sacrifice it.",
    "Whenever a creature you control becomes the target of a spell or ability, draw a card.",
    "Whenever this creature becomes tapped, you gain 1 life.",
    "Spells you cast cost {1} more to cast.",
    "Players can't cast spells during combat.",
    "Creatures you control can't be the targets of spells.",
    "Creatures with trample have lifelink.",
    "This creature has lifelink as long as its power is 4 or greater.",
)
"""What is set off by a spell that is cast, has a target and makes a creature larger, or has a say in it."""
INDIFFERENT = (
    "Flash",
    "Menace",
    "Cycling {2}",
    "Morph {2}{W}",
    "Level up {1}",
    "{T}: Add {G}.",
    "{2}, {T}: Tap target creature.",
    "Whenever another creature enters, you gain 1 life.",
    "At the beginning of your upkeep, you lose 1 life.",
    "Bushido 1",
)


@pytest.mark.parametrize(("texts", "declined"), [(LOOKS_ON, True), (INDIFFERENT, False)])
def test_what_a_spell_would_set_off_is_declined(texts: tuple[str, ...], declined: bool) -> None:
    spell = read_trick({**GROWTH, "text": "Target creature gets +3/+3 and gains trample until end of turn."})
    for text in texts:
        for owner in ("Ann", "Bob"):
            board = [creature("bear", "Ann", 2, 2), creature("ogre", "Bob", 3, 3)]
            watching = creature("owl", owner, 1, 3, text)
            case = Case.model_validate(combat(*board, watching, attack=("bear",)))
            if declined:
                with pytest.raises(NotModelled, match="owl: "):
                    best(case, tricks=[spell], worth="flat")
            else:
                assert best(case, tricks=[spell], worth="flat")[0].proven


def test_keywords_that_a_trick_gives_are_asked_for_by_what_is_in_force() -> None:
    wind = read_trick({**GROWTH, "text": "Target creature gains flying until end of turn."})
    board = creature("bear", "Ann", 2, 2), creature("owl", "Ann", 1, 3, "Creatures you control with flying get +1/+1.")
    with pytest.raises(NotModelled, match="with flying"):
        best(Case.model_validate(combat(*board, attack=("bear",))), tricks=[wind], worth="flat")


def test_mana_of_which_nothing_is_stated_is_presumed() -> None:
    case = combat(creature("bear", "Ann", 2, 2), attack=("bear",))
    for cost, said in (("{G}", ("Ann can pay any mana: how much there is isn't stated",)), ("", ())):
        assert best(Case.model_validate(case), tricks=[read_trick({**GROWTH, "cost": cost})], worth="flat")[0].presumed == said


def test_the_command_says_which_trick_at_whom(tmp_path: Path) -> None:
    case, tricks = tmp_path / "case.json", tmp_path / "tricks.json"
    case.write_text(json.dumps(combat(creature("bear", "Ann", 2, 2), creature("ogre", "Bob", 3, 3), attack=("bear",))))
    tricks.write_text(json.dumps([GROWTH]))
    result = CliRunner().invoke(app, ["best", str(case), "--tricks", str(tricks)])
    assert result.exit_code == 0 and "Growth → bear" in result.stdout
    tricks.write_text("[5]")
    assert CliRunner().invoke(app, ["best", str(case), "--tricks", str(tricks)]).exit_code == 2
