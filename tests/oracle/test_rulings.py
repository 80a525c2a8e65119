"""A board whose abilities are said in words and read back is ruled as it was: what is legal, what it costs, what triggers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from declarant.events import abilities as a
from declarant.events.declarations import AbilityTriggered
from declarant.handlers.game import Game
from declarant.tools.cases.permanents import permanent
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import worded
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from referee import ANN, BOB, CAT, WITHOUT_ORDERS

CREATURE = a.HasType(type="Creature")
HOLDERS = ("chief", "guard", "law")
PLAYERS = {who: a.Players.model_validate({"who": who}) for who in ("you", "opponents", "any", "defending")}


def described(*parts: a.Filter) -> a.Filter:
    return a.AllOf(parts=(CREATURE, *parts))


# --- abilities ---------------------------------------------------------------------------------------------------------

qualities = st.sampled_from(
    [
        a.HasColor(color="R"),
        a.Not(part=a.HasColor(color="R")),
        a.HasType(type="Goblin"),
        a.Not(part=a.HasType(type="Goblin")),
        a.HasType(type="Artifact"),
        a.HasKeyword(keyword="flying"),
        a.Not(part=a.HasKeyword(keyword="flying")),
        a.Compares(characteristic="power", comparison=">=", than=3),
        a.Compares(characteristic="power", comparison="<=", than=2),
        a.Compares(characteristic="power", comparison=">", than=a.CharacteristicOf(characteristic="toughness", of="itself")),
        a.HasCounter(counter="+1/+1"),
        a.IsInState(state="tapped"),
        a.IsInState(state="token"),
        a.IsInState(state="modified"),
    ]
)
whose = st.sampled_from([a.ControlledBy(players=PLAYERS[who]) for who in ("you", "opponents")])
descriptions = st.builds(lambda parts: described(*parts), st.lists(qualities, max_size=2, unique=True))
kinds = st.one_of(
    descriptions,
    st.builds(lambda noun, owner: described(*noun.parts[1:], owner), descriptions, whose),
    st.builds(lambda noun, owner: described(*noun.parts[1:], owner, a.Not(part=a.THIS)), descriptions, whose),
)
subjects = st.one_of(st.just(a.THIS), kinds)
targets = st.sampled_from(
    [
        None,
        a.Targets(players=PLAYERS["you"]),
        a.Targets(players=PLAYERS["opponents"]),
        a.Targets(players=PLAYERS["you"], planeswalkers=PLAYERS["you"]),
        a.Targets(planeswalkers=PLAYERS["any"]),
    ]
)
plain_conditions = st.one_of(
    st.sampled_from(
        [
            a.TurnOf(players=PLAYERS["you"]),
            a.Matches(role="source", filter=a.IsInState(state="attacking")),
            a.Matches(role="source", filter=a.IsInState(state="untapped")),
            a.Matches(role="source", filter=a.HasCounter(counter="+1/+1")),
            a.QuantityCompares(quantity=a.PlayerTotal(what="hand", players=PLAYERS["you"]), comparison="<=", than=0),
            a.QuantityCompares(quantity=a.PlayerTotal(what="life", players=PLAYERS["you"]), comparison=">=", than=15),
            a.QuantityCompares(quantity=a.CharacteristicOf(characteristic="power", of="source"), comparison=">=", than=3),
        ]
    ),
    st.builds(
        lambda noun, owner, minimum: a.Exists(filter=described(*noun.parts[1:], owner), minimum=minimum),
        descriptions,
        whose,
        st.integers(1, 3),
    ),
)
conditions = st.one_of(st.none(), plain_conditions, st.builds(a.Unless, part=plain_conditions))
costs = st.sampled_from([a.Cost(mana="{2}"), a.Cost(mana="{1}{R}"), a.Cost(life=1)])
actions = st.sampled_from(["attack", "block"])
keywords = st.sampled_from(["flying", "menace", "vigilance", "defender", "reach", "fear", "skulk"]).map(
    lambda keyword: a.KeywordAbility(keyword=keyword)
)
events_ = st.one_of(
    st.builds(a.Attacks, creatures=subjects, targets=targets),
    st.builds(a.Attacks, creatures=subjects, alone=st.just(True)),
    st.builds(a.Attacks, creatures=st.just(a.THIS), others=descriptions, minimum_others=st.integers(1, 2)),
    st.builds(a.SomeAttack, creatures=kinds, minimum=st.integers(1, 2), targets=targets),
    st.builds(a.PlayerAttacks, players=st.sampled_from([PLAYERS["you"], PLAYERS["opponents"], PLAYERS["any"]])),
    st.builds(a.PlayerAttacksWith, players=st.just(PLAYERS["you"]), creatures=descriptions, minimum=st.integers(1, 2)),
    st.builds(a.Blocks, creatures=subjects),
    st.builds(a.BlocksCreature, creatures=subjects, attackers=descriptions),
    st.builds(a.BecomesBlocked, creatures=subjects),
    st.builds(a.BecomesBlockedBy, creatures=subjects, blockers=descriptions),
    st.builds(a.BecomesBlockedByNumber, creatures=subjects, blockers=descriptions, minimum=st.just(2)),
    st.builds(a.IsntBlocked, creatures=subjects, targets=targets),
    st.builds(a.BecomesTapped, permanents=subjects),
)
abilities = st.one_of(
    st.builds(a.CantAttack, creatures=subjects, targets=targets, condition=conditions),
    st.builds(a.CantBlock, blockers=subjects, condition=conditions),
    st.builds(a.CantBlock, attackers=subjects, condition=conditions),
    st.builds(a.CantBlock, attackers=st.just(a.THIS), blockers=descriptions, condition=conditions),
    st.builds(lambda noun, **rest: a.CantBlock(blockers=a.Not(part=noun), **rest), descriptions, attackers=subjects),
    st.builds(a.BlockerCount, attackers=subjects, minimum=st.integers(2, 3), condition=conditions),
    st.builds(a.BlockerCount, attackers=subjects, maximum=st.just(1), condition=conditions),
    st.builds(a.NeedsCompany, action=actions, creatures=subjects, others=st.just(CREATURE), condition=conditions),
    st.builds(a.OnlyAlone, action=actions, creatures=subjects, condition=conditions),
    st.builds(a.DeclarationLimit, action=actions, creatures=descriptions, maximum=st.integers(1, 2)),
    st.builds(a.MustAttack, creatures=subjects, targets=targets, condition=conditions),
    st.builds(a.MustBlock, blockers=subjects, condition=conditions),
    st.builds(a.MustBlock, blockers=descriptions, attackers=subjects, condition=conditions),
    st.builds(a.MustBlock, blockers=subjects, attackers=descriptions, any_one=st.just(True), condition=conditions),
    st.builds(a.MustBeBlocked, attackers=subjects, condition=conditions),
    st.builds(a.AttackCost, creatures=subjects, targets=targets, cost=costs, condition=conditions),
    st.builds(a.BlockCost, blockers=subjects, cost=costs, condition=conditions),
    st.builds(a.BlocksAdditional, blockers=subjects, number=st.sampled_from([1, None]), condition=conditions),
    st.builds(a.Grants, permanents=subjects, abilities=st.tuples(keywords), condition=conditions),
    st.builds(a.Removes, permanents=subjects, keywords=st.sampled_from([("flying",), ("menace",), None]), condition=conditions),
    st.builds(a.Designates, creatures=subjects, designation=st.sampled_from(["goaded", "suspected"]), condition=conditions),
    st.builds(a.Triggered, events=st.tuples(events_), condition=st.none() | plain_conditions),
)


# --- rulings -----------------------------------------------------------------------------------------------------------


def board(given: dict[str, tuple[a.Ability, ...]]) -> Game:
    """Three creatures against two, all unlike each other, a planeswalker, and a law; some of them have the abilities."""
    game = Game.start([ANN, BOB, CAT], rules=WITHOUT_ORDERS, active=ANN, life={ANN: 15, BOB: 20, CAT: 9}, hand={BOB: 3})
    for id, owner, stated, printed in (
        ("chief", ANN, {"subtypes": ["Goblin"], "colors": ["R"], "power": 3, "toughness": 3, "counters": {"+1/+1": 1}}, ""),
        ("hawk", ANN, {"types": ["Artifact", "Creature"], "power": 1, "toughness": 2}, "Flying"),
        ("thug", ANN, {"subtypes": ["Goblin"], "colors": ["B"], "power": 2, "toughness": 1, "token": True}, "Menace"),
        ("guard", BOB, {"colors": ["R"], "power": 2, "toughness": 2}, ""),
        ("kite", BOB, {"subtypes": ["Goblin"], "colors": ["U"], "power": 1, "toughness": 3, "counters": {"+1/+1": 1}}, "Flying"),
    ):
        put(game, id, owner, given.get(id, ()), {"types": ["Creature"], "text": printed, **stated})
    put(game, "sage", BOB, (), {"types": ["Planeswalker"], "loyalty": 3})
    put(game, "law", BOB, given.get("law", ()), {"types": ["Enchantment"]})
    return game


def put(game: Game, id: str, owner: str, abilities: tuple[a.Ability, ...], stated: dict[str, Any]) -> None:
    entered = permanent(id, owner, **stated)
    game.enter(entered.model_copy(update={"abilities": (*entered.abilities, *abilities)}))


def rulings(game: Game) -> list[object]:
    """What may be declared for what cost, and what triggers, of an attack and the block after it."""
    attacks = sorted(game.legal_attacks, key=repr)
    found: list[object] = [[repr(each) for each in attacks], [game.judge_attackers(each).cost for each in attacks[::5]]]
    game.declare_attackers(max(attacks, key=len))
    found.append(triggered(game))
    defending = {attack.defending for attack in game.state.combat.attackers.values()}
    for player in (BOB, CAT):
        if player in defending:
            blocks = sorted(game.legal_blocks_of(player), key=repr)
            found.append([(repr(each), game.judge_blockers(each, by=player).cost) for each in blocks[::5]])
            found.append([repr(each) for each in blocks])
            game.declare_blockers(max(blocks, key=len), by=player)
            found.append(triggered(game))
    return found


def triggered(game: Game) -> Counter[str]:
    times: Counter[str] = Counter()
    for each in game.last_events:
        if isinstance(each, AbilityTriggered):
            times[each.source] += each.times
    return times


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(HOLDERS), abilities, min_size=1, max_size=2))
def test_abilities_said_in_words_are_ruled_alike(held: dict[str, a.Ability]) -> None:
    try:
        said = {id: worded(ability) for id, ability in held.items()}
    except KeyError:
        event("not said")
        assume(False)
    event(", ".join(sorted(ability.kind for ability in held.values())))
    stated = rulings(board({id: (ability,) for id, ability in held.items()}))
    read = rulings(board({id: read_permanent(text) for id, text in said.items()}))
    assert read == stated, said
