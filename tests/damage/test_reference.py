"""The reference itself, on boards small enough to be counted by hand."""

from damage.reference import Combat, Creature, Era, deal, dealing, is_legal, legal_assignments


def fight(attacker: Creature, *blockers: Creature, era: Era = "free", life: int = 20) -> Combat:
    attacker.attacks, attacker.blocked = "Bob", bool(blockers)
    for each in blockers:
        each.blocks = (attacker.id,)
    creatures = {each.id: each for each in (attacker, *blockers)}
    return Combat(era, "Ann", "Bob", creatures, {"Ann": 20, "Bob": life}, {"Ann": 0, "Bob": 0})


def attacker(power: int, *keywords: str) -> Creature:
    return Creature("a", "Ann", power, 3, frozenset(keywords))


def blocker(id: str, power: int, toughness: int, *keywords: str) -> Creature:
    return Creature(id, "Bob", power, toughness, frozenset(keywords))


def test_three_damage_between_two_blockers_divides_in_four_ways() -> None:
    assert len(legal_assignments(fight(attacker(3), blocker("b", 1, 1), blocker("c", 1, 1)))) == 4


def test_a_trampler_owes_lethal_damage_only_if_something_tramples_over() -> None:
    combat = fight(attacker(4, "trample"), blocker("b", 0, 3))
    assert [each["a"] for each in legal_assignments(combat)] == [{"b": 3, "Bob": 1}, {"b": 4}]


def test_an_order_asks_for_lethal_damage_first() -> None:
    combat = fight(attacker(3), blocker("b", 0, 2), blocker("c", 0, 2), era="ordered")
    combat.creatures["a"].order = ("c", "b")
    assert not is_legal(combat, {"a": {"b": 3}})
    assert is_legal(combat, {"a": {"c": 2, "b": 1}})


def test_who_strikes_first_deals_first_and_the_rest_afterwards() -> None:
    combat = fight(attacker(3, "first strike"), blocker("b", 2, 3))
    assert [each.id for each in dealing(combat)] == ["a"]
    result = deal(combat, {})
    assert (result.dealt, result.destroyed) == ({"a": {"b": 3}}, {"b"})
    assert dealing(combat) == []


def test_lifelink_saves_its_player_since_it_is_no_trigger() -> None:
    for era, life in (("free", 4), ("stack", -1)):
        combat = fight(attacker(5), blocker("b", 0, 9), era=era, life=20)  # type: ignore[arg-type]
        combat.creatures["a"].blocked, combat.creatures["b"].blocks = False, ("c",)
        combat.creatures["c"] = Creature("c", "Ann", 0, 1, attacks="Bob", blocked=True)
        combat.creatures["b"].keywords, combat.creatures["b"].power = frozenset({"lifelink"}), 5
        combat.life["Bob"] = 4
        assert bool(deal(combat, {}).lost) == (era == "stack")
        assert combat.life["Bob"] == life


def test_wither_weakens_and_kills_what_is_indestructible() -> None:
    combat = fight(attacker(2, "wither"), blocker("b", 2, 2, "indestructible"))
    assert deal(combat, {}).destroyed == {"b"}
