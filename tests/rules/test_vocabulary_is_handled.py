"""Whatever the vocabulary can say is judged: no kind of it is passed over by the handlers, or makes them fail."""

from contextlib import suppress
from typing import Any, Literal, cast, get_args, get_origin

import pytest
from declarant.events import abilities as a
from declarant.events.errors import FactNotStated
from declarant.events.model import Model
from declarant.handlers.game import Game
from declarant.handlers.view.asked import ASKED, asked_by
from declarant.handlers.view.context import Context
from declarant.handlers.view.matching import _MATCH, _QUANTITY, Matching
from declarant.handlers.view.view import View
from declarant.tools.cases.permanents import permanent
from referee import ANN, BOB, WITHOUT_ORDERS

CREATURE = a.HasType(type="Creature")
BOTH = a.IsOneOf(ids=("bear", "elk"))
ANYBODY = a.Players(who="any")
ENEMY = a.Targets(players=a.Players(who="named", ids=(BOB,)))
THEIRS = a.ControlledBy(players=a.Players(who="opponents"))


def kinds(union: Any) -> set[type[Any]]:
    """The models of a union of the vocabulary."""
    found: set[type[Any]] = set()
    for each in get_args(getattr(union, "__value__", union)):
        found |= {each} if isinstance(each, type) and issubclass(each, Model) else kinds(each)
    return found


def board(*abilities: a.Ability) -> Game:
    """Two creatures against two, and a permanent with the abilities; the one that may be tapped as a cost is there, too."""
    game = Game.start([ANN, BOB], rules=WITHOUT_ORDERS, active=ANN)
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    for id, owner in (("bear", ANN), ("elk", ANN), ("cat", BOB), ("dog", BOB)):
        game.enter(permanent(id, owner, **creature))
    game.enter(permanent("law", ANN, types=["Enchantment"]).model_copy(update={"abilities": abilities}))
    return game


EVENTS: tuple[a.TriggerEvent, ...] = (
    a.Attacks(creatures=CREATURE),
    a.SomeAttack(creatures=CREATURE, minimum=2),
    a.IsAttacked(targets=ENEMY),
    a.PlayerAttacksWith(players=ANYBODY, creatures=CREATURE),
    a.PlayerAttacks(players=ANYBODY),
    a.BecomesTapped(permanents=CREATURE),
    a.Blocks(creatures=CREATURE),
    a.BlocksCreature(creatures=CREATURE),
    a.BlocksNumber(creatures=CREATURE, minimum=1),
    a.BecomesBlocked(creatures=CREATURE),
    a.BecomesBlockedBy(creatures=CREATURE),
    a.BecomesBlockedByNumber(creatures=CREATURE, minimum=1),
    a.SomeBlock(creatures=CREATURE),
    a.SomeBecomeBlocked(creatures=CREATURE),
    a.SomeArentBlocked(creatures=CREATURE),
    a.IsntBlocked(creatures=CREATURE),
    a.Exerts(creatures=CREATURE),
    a.Enlists(creatures=CREATURE),
)


def test_each_kind_of_trigger_event_is_tried_here() -> None:
    of_damage = kinds(a.DamageTriggerEvent)  # no declaration sets them off; test_510_3a, test_511_2
    entering = {a.EntersAttacking}  # of what isn't declared; test_508_4
    assert {type(event) for event in EVENTS} | of_damage | entering == kinds(a.TriggerEvent)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_each_kind_of_trigger_event_triggers(event: a.TriggerEvent) -> None:
    enlisting = a.OptionalAttackCost(creatures=BOTH, cost="enlist" if event.kind == "enlists" else "exert")
    ready = a.AttacksAsThough(creatures=CREATURE, as_though="with haste")
    game = board(a.Triggered(events=(event,), text="it triggers"), enlisting, ready)
    game.begin_effect(a.Effect(id="more", controller=ANN, abilities=(enlisting,)))
    paid: dict[str, Any] = {"bear": "exert"} if event.kind == "exerts" else {}
    attackers = {"bear": BOB, "elk": BOB}
    if event.kind == "enlists":
        from declarant.handlers.procedure.commands import Enlist

        paid, attackers = {"bear": Enlist("elk")}, {"bear": BOB}
    game.declare_attackers(attackers, optional_costs=paid)
    triggered = [event for event in game.last_events if event.type == "AbilityTriggered"]
    game.declare_blockers({"cat": ["bear"]})
    triggered += [event for event in game.last_events if event.type == "AbilityTriggered"]
    assert "it triggers" in [each.ability for each in triggered]


CARDS = a.Cards(zone="graveyard", players=ANYBODY, filter=CREATURE)
AS_IT_RESOLVES = (
    a.IsTarget
    | a.IsTargetCard
    | a.IsChosen
    | a.IsChosenCard
    | a.IsOfGroup
    | a.IsAffected
    | a.IsCreated
    | a.HasMostVotes
    | a.IsOfChosenType
    | a.IsTurnedUp
    | a.IsExiledWith
    | a.SharesWith
)
"""What is known only while an ability resolves."""
FILTERS = {
    a.HasType: CREATURE,
    a.HasColor: a.HasColor(color="G"),
    a.ColorCount: a.ColorCount(minimum=0, maximum=5),
    a.SharesColor: a.SharesColor(other="source"),
    a.SharesColorWithAny: a.SharesColorWithAny(permanents=CREATURE),
    a.SharesCreatureType: a.SharesCreatureType(other="source"),
    a.SharesName: a.SharesName(other="source"),
    a.SharesWith: a.SharesWith(shared="name", those=CREATURE),
    a.HasKeyword: a.HasKeyword(keyword="flying"),
    a.IsNamed: a.IsNamed(name="Bear"),
    a.Compares: a.Compares(characteristic="power", comparison=">", than=1),
    a.IsOddOrEven: a.IsOddOrEven(characteristic="mana_value", odd=True),
    a.HasCounter: a.HasCounter(),
    a.ControlledBy: THEIRS,
    a.OwnedBy: a.OwnedBy(players=ANYBODY),
    a.ProtectedBy: a.ProtectedBy(players=ANYBODY),
    a.EnteredUnder: a.EnteredUnder(players=ANYBODY),
    a.IsInState: a.IsInState(state="tapped"),
    a.AttacksWhat: a.AttacksWhat(targets=ENEMY),
    a.InCombatWith: a.InCombatWith(relation="blocking", other="source"),
    a.AttachedTo: a.AttachedTo(other="source"),
    a.BandedWith: a.BandedWith(other="source"),
    a.WasInCombatWith: a.WasInCombatWith(relation="blocked", other="source"),
    a.DealtDamageTo: a.DealtDamageTo(other="source"),
    a.AttachedToSome: a.AttachedToSome(permanents=CREATURE),
    a.DealtDamageBy: a.DealtDamageBy(other="source"),
    a.HasManaAbility: a.HasManaAbility(),
    a.HasAbilities: a.HasAbilities(),
    a.EnchantedBy: a.EnchantedBy(auras=a.ANYTHING),
    a.IsDesignated: a.IsDesignated(designation="renowned"),
    a.IsUnstated: a.IsUnstated(fact="of the chosen type"),
    a.IsOnRecord: a.IsOnRecord(fact="that attacked this turn", happened=a.IsInState(state="attacked this turn")),
    a.IsTarget: a.IsTarget(permanents=CREATURE),
    a.IsTargetCard: a.IsTargetCard(cards=CARDS),
    a.IsChosen: a.IsChosen(permanents=CREATURE),
    a.IsChosenCard: a.IsChosenCard(cards=CARDS),
    a.IsTurnedUp: a.IsTurnedUp(),
    a.IsExiledWith: a.IsExiledWith(),
    a.IsOfGroup: a.IsOfGroup(),
    a.IsAffected: a.IsAffected(),
    a.IsCreated: a.IsCreated(),
    a.HasMostVotes: a.HasMostVotes(),
    a.IsOfChosenType: a.IsOfChosenType(),
    a.Is: a.THIS,
    a.IsOneOf: BOTH,
    a.AllOf: a.AllOf(parts=(CREATURE,)),
    a.AnyOf: a.AnyOf(parts=(CREATURE,)),
    a.Not: a.Not(part=CREATURE),
}
QUANTITIES = {
    a.CharacteristicOf: a.CharacteristicOf(characteristic="power", of="source"),
    a.CountersOn: a.CountersOn(of="source"),
    a.CountOf: a.CountOf(filter=CREATURE),
    a.MostControlled: a.MostControlled(filter=CREATURE),
    a.Extremum: a.Extremum(filter=CREATURE),
    a.DifferentPowers: a.DifferentPowers(filter=CREATURE),
    a.TotalPower: a.TotalPower(filter=CREATURE),
    a.PlayerTotal: a.PlayerTotal(what="life", players=ANYBODY),
    a.UnstatedNumber: a.UnstatedNumber(fact="X"),
    a.HappenedSoOften: a.HappenedSoOften(what="life gained", players=ANYBODY),
    a.DiedThisTurn: a.DiedThisTurn(filter=CREATURE),
    a.BasicLandTypes: a.BasicLandTypes(players=ANYBODY),
    a.PlayerCount: a.PlayerCount(players=ANYBODY),
    a.Scaled: a.Scaled(quantity=a.CountOf(filter=CREATURE), times=2, more=-1),
    a.Product: a.Product(one=2, other=a.CountOf(filter=CREATURE)),
    a.Difference: a.Difference(one=2, other=a.CountOf(filter=CREATURE)),
    a.Half: a.Half(quantity=a.CountOf(filter=CREATURE), up=True),
    a.Sum: a.Sum(quantities=(2, a.CountOf(filter=CREATURE))),
    a.CountersAmong: a.CountersAmong(filter=CREATURE, kinds=True),
    a.ColorsAmong: a.ColorsAmong(filter=CREATURE),
    a.PartySize: a.PartySize(players=ANYBODY),
    a.TimesResolved: a.TimesResolved(),
    a.VotesFor: a.VotesFor(option="war"),
    a.CountDone: a.CountDone(filter=CREATURE),
    a.ChosenNumber: a.ChosenNumber(),
    a.AmountOfOccasion: a.AmountOfOccasion(),
    a.AmountDone: a.AmountDone(),
    a.ExcessDone: a.ExcessDone(filter=CREATURE),
    a.DamageDone: a.DamageDone(),
    a.NumberOf: a.NumberOf(filter=CREATURE, characteristic="power"),
    a.CardCount: a.CardCount(cards=CARDS),
    a.PlayerCounters: a.PlayerCounters(counter="energy", players=ANYBODY),
}
CONDITIONS = {
    a.Exists: a.Exists(filter=CREATURE),
    a.Matches: a.Matches(role="source", filter=CREATURE),
    a.QuantityCompares: a.QuantityCompares(quantity=1, comparison="<", than=2),
    a.TurnOf: a.TurnOf(players=ANYBODY),
    a.HasDesignation: a.HasDesignation(designation="monstrous"),
    a.Unstated: a.Unstated(fact="a creature died this turn"),
    a.SomePlayer: a.SomePlayer(players=ANYBODY),
    a.FirstCombat: a.FirstCombat(),
    a.AttackedThisTurn: a.AttackedThisTurn(players=ANYBODY),
    a.HappenedToPlayers: a.HappenedToPlayers(what="lost life", players=ANYBODY),
    a.OnRecord: a.OnRecord(fact="a creature attacked this turn", happened=a.AttackedThisTurn(players=ANYBODY)),
    a.SourceInZone: a.SourceInZone(zone="graveyard"),
    a.Every: a.Every(parts=(a.FirstCombat(),)),
    a.Either: a.Either(parts=(a.FirstCombat(),)),
    a.Unless: a.Unless(part=a.FirstCombat()),
}


@pytest.fixture(scope="module")
def view() -> View:
    return View(board().state)


def test_it_is_said_of_each_kind_what_it_asks_of_permanents() -> None:
    """613.8a: else what changes that is applied too early, or too late, in silence."""
    assert ASKED.keys() == kinds(a.Filter) | kinds(a.Quantity) | kinds(a.Condition)


READ_OF = {"types": "types", "colors": "colors", "power": "sizes", "toughness": "sizes", "mana_value": "mana value"}


class Spied:
    """A permanent of which is noted what is read."""

    def __init__(self, permanent: object, read: set[str]) -> None:
        self._permanent, self._read = permanent, read

    def __getattr__(self, name: str) -> Any:
        if name in READ_OF:
            self._read.add(READ_OF[name])
        return getattr(self._permanent, name)


class SpiedAbilities(dict[str, Any]):
    """The abilities of permanents, of which is noted that one asks for them."""

    def __init__(self, abilities: dict[str, Any], read: set[str]) -> None:
        super().__init__(abilities)
        self._read = read

    def get(self, *asked: Any) -> Any:
        self._read.add("abilities")
        return super().get(*asked)

    def items(self) -> Any:
        self._read.add("abilities")
        return super().items()


@pytest.fixture(scope="module")
def in_combat() -> Game:
    """All that a filter may ask for: attackers and blockers, of a player and of a planeswalker, and what is attached to them."""
    game = Game.start([ANN, BOB], rules=WITHOUT_ORDERS, active=ANN)
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    for id, owner in (("bear", ANN), ("elk", ANN), ("cow", ANN), ("cat", BOB)):
        game.enter(permanent(id, owner, **creature, stated=False))
    game.enter(permanent("walker", BOB, types=["Planeswalker"], loyalty=3))
    game.enter(permanent("aura", ANN, types=["Enchantment"], subtypes=["Aura"], attached_to="bear"))
    game.enter(permanent("axe", ANN, types=["Artifact"], subtypes=["Equipment"], attached_to="elk"))
    game.enter(permanent("wood", ANN, types=["Land"], subtypes=["Forest"]))
    game.declare_attackers({"bear": BOB, "elk": "walker", "cow": "walker"})
    game.declare_blockers({"cat": ["bear"]})
    return game


def variants(part: Any) -> list[Any]:
    """The same with each other value of those of its fields that are words of a closed list, and name no role."""
    found = [part]
    for name, field in type(part).model_fields.items():
        words = [each for each in (field.annotation, *get_args(field.annotation)) if get_origin(each) is Literal]
        words = [each for each in words if "source" not in get_args(each)]
        found += [part.model_copy(update={name: word}) for each in words if name != "kind" for word in get_args(each)]
    return found


ASKED_FOR = (*FILTERS.values(), a.HasType(type="Wall"), *QUANTITIES.values(), *CONDITIONS.values())
ASKING = [each for part in ASKED_FOR for each in variants(part)]


@pytest.mark.parametrize("part", ASKING, ids=repr)
def test_a_part_reads_nothing_of_permanents_but_what_is_said_that_it_asks(in_combat: Game, part: Any) -> None:
    read: set[str] = set()
    seen = Matching(in_combat.state)
    seen.permanents = {id: cast(Any, Spied(each, read)) for id, each in seen.permanents.items()}
    seen.abilities = SpiedAbilities(seen.abilities, read)
    for id in seen.permanents:
        context = Context(source=id, you=ANN, subject="elk", other="cow", attacker="bear", blocker="cat", defending=BOB)
        ask = seen.matching if type(part) in FILTERS else seen.quantity if type(part) in QUANTITIES else seen.holds
        with suppress(FactNotStated):
            ask(part, context)
    assert read <= asked_by(part)


def test_each_kind_of_filter_quantity_and_condition_is_tried_here() -> None:
    assert FILTERS.keys() == kinds(a.Filter) == _MATCH.keys()
    assert QUANTITIES.keys() == kinds(a.Quantity) == _QUANTITY.keys()
    assert CONDITIONS.keys() == kinds(a.Condition)


@pytest.mark.parametrize("filter", FILTERS.values(), ids=lambda filter: filter.kind)
def test_each_kind_of_filter_is_asked(view: View, filter: a.Filter) -> None:
    context = Context(source="law", you=ANN)
    if isinstance(filter, a.IsUnstated | a.IsDesignated | AS_IT_RESOLVES):
        with pytest.raises(FactNotStated):
            view.matching(filter, context)
    else:
        assert isinstance(view.matching(filter, context), list)


@pytest.mark.parametrize("quantity", QUANTITIES.values(), ids=lambda quantity: quantity.kind)
def test_each_kind_of_quantity_is_a_number(view: View, quantity: Any) -> None:
    context = Context(source="law", you=ANN)
    unstated = (
        a.UnstatedNumber
        | a.AmountOfOccasion
        | a.AmountDone
        | a.NumberOf
        | a.CountDone
        | a.ChosenNumber
        | a.TimesResolved
        | a.VotesFor
        | a.ExcessDone
        | a.DiedThisTurn
        | a.DamageDone
    )
    if isinstance(quantity, unstated):
        with pytest.raises(FactNotStated):
            view.quantity(quantity, context)
    else:
        assert isinstance(view.quantity(quantity, context), int)


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=lambda condition: condition.kind)
def test_each_kind_of_condition_holds_or_not(view: View, condition: a.Condition) -> None:
    context = Context(source="law", you=ANN)
    if isinstance(condition, a.Unstated | a.HasDesignation):
        with pytest.raises(FactNotStated):
            view.holds(condition, context)
    else:
        assert isinstance(view.holds(condition, context), bool)


@pytest.mark.parametrize("who", get_args(a.Players.model_fields["who"].annotation))
def test_each_word_for_players_is_known(view: View, who: str) -> None:
    players = a.Players.model_validate({"who": who})
    context = Context(source="law", you=ANN, subject="bear")
    if who in ("chosen", "chosen before", "monarch", "each", "other opponents"):
        with pytest.raises(FactNotStated):
            view.includes(players, BOB, context)
    else:
        assert isinstance(view.includes(players, BOB, context), bool)


MINE, OTHERS = a.IsOneOf(ids=("bear",)), a.IsOneOf(ids=("cat",))
PAID = a.Cost(mana="{1}")
CHANGING: tuple[a.Ability, ...] = (
    a.CantAttack(creatures=MINE),
    a.CantBlock(blockers=OTHERS),
    a.BlockerCount(attackers=MINE, minimum=2),
    a.DeclarationLimit(action="attack", maximum=1),
    a.NeedsCompany(action="attack", creatures=MINE),
    a.OnlyAlone(action="attack", creatures=MINE),
    a.MustAttack(creatures=MINE),
    a.MustAttackWith(players=ANYBODY),
    a.MustBlock(blockers=OTHERS),
    a.MustBlock(blockers=OTHERS, attackers=MINE, any_one=True),
    a.MustBeBlocked(attackers=MINE),
    a.BlocksAdditional(blockers=OTHERS),
    a.Grants(permanents=MINE, abilities=(a.KeywordAbility(keyword="menace"),)),
    a.Designates(creatures=MINE, designation="goaded"),
)
ELSEWHERE = {
    a.AttackCost,  # below
    a.BlockCost,  # below
    a.KeywordAbility,  # a keyword on an enchantment; test_702_*
    a.OptionalAttackCost,  # above, with what triggers on it
    a.AttacksAsThough,  # a permission that needs a prohibition; test_508_1a, test_702_3
    a.BlocksAsThough,  # likewise; test_509_1a
    a.AttacksWithoutTapping,  # taps nothing; test_508_1f
    a.StaysTapped,  # of untap steps; test_502_3
    a.UntapsDuring,  # likewise
    a.UntapLimit,  # likewise
    a.MayStayTapped,  # likewise
    a.ManaAbility,  # of payment; test_508_1i
    a.ChangesCharacteristics,  # of effects; test_613
    a.IsCopy,  # likewise; tests/abilities/test_becoming.py
    a.TriggersAgain,  # of what triggers; test_603_2d
    a.CantBeTargets,  # of targets; test_702_11
    a.ChoosesAttacks,  # likewise
    a.ChoosesBlocks,  # it is judged alike, whoever chooses; test_wording_is_judged
    a.Removes,  # of what there is; test_613_1f
    a.Triggered,  # above
}


def test_each_kind_of_ability_is_tried_here_or_it_is_stated_where() -> None:
    of_damage = kinds(a.DamageAbility)  # it changes nothing that is declared; test_510, test_615
    assert {type(ability) for ability in CHANGING} | ELSEWHERE | of_damage == kinds(a.Ability)


@pytest.mark.parametrize("ability", CHANGING, ids=lambda ability: ability.kind)
def test_each_kind_of_ability_changes_what_may_be_declared(ability: a.Ability) -> None:
    def counted(game: Game) -> tuple[int, int]:
        attacks = game.legal_attacks.count()
        chosen = {"bear": BOB} if game.judge_attackers({"bear": BOB}).verdict == "legal" else {"elk": BOB}
        game.declare_attackers(
            {**chosen, "elk": BOB} if game.judge_attackers({**chosen, "elk": BOB}).verdict == "legal" else chosen
        )
        return attacks, game.legal_blocks.count()

    assert counted(board(ability)) != counted(board())


def test_costs_are_asked() -> None:
    game = board(a.AttackCost(creatures=MINE, cost=PAID), a.BlockCost(blockers=OTHERS, cost=PAID))
    assert game.judge_attackers({"bear": BOB}).cost == "{1}"
    assert game.judge_attackers({"elk": BOB}).cost is None
    game.declare_attackers({"elk": BOB})
    assert game.judge_blockers({"cat": ["elk"]}).cost == "{1}"
    assert game.judge_blockers({"dog": ["elk"]}).cost is None
