"""Sentences of rulings and explanations in parts: references to permanents and players, words, and the ability they rest on."""

from __future__ import annotations

from declarant import Game, permanent
from declarant.events.prose import Parts, Reference, in_parts, quoting, said
from declarant.events.ruling import Violation


def game() -> Game:
    found = Game.start(["Ann", "Bob"], rules="2024-06-07")
    found.enter(permanent("brute", "Ann", types=["Creature"], power=4, toughness=3, text="Menace"))
    found.enter(permanent("squire", "Bob", types=["Creature"], text="This creature blocks each combat if able."))
    found.enter(permanent("sentry", "Bob", types=["Creature"], power=1, toughness=4))
    found.declare_attackers({"brute": "Bob"})
    return found


def as_text(parts: Parts) -> str:
    return "".join(part.ref if isinstance(part, Reference) else part for part in parts)


def test_a_restriction_states_the_creature_the_words_and_the_ability_apart() -> None:
    (violation,) = game().judge_blockers({"squire": ["brute"]}).violations
    assert violation.parts == (Reference(ref="brute"), " can't be blocked except by 2 or more creatures")
    assert (violation.source, violation.quote) == ("brute", "Menace")
    assert violation.why == f"{as_text(violation.parts)} (brute: Menace)"


def test_a_requirement_distinguishes_them_too() -> None:
    (requirement,) = game().explain_blockers({}).requirements
    assert requirement.parts == (Reference(ref="squire"), " blocks if able")
    assert (requirement.source, requirement.quote) == ("squire", "This creature blocks each combat if able.")


def test_a_restriction_in_force_is_stated_by_its_ability() -> None:
    (restriction,) = game().explain_blockers({}).restrictions
    assert (as_text(restriction.parts), restriction.quote) == ("brute can't be blocked except by 2 or more creatures", "Menace")


def test_what_cant_be_chosen_refers_to_everything_it_names() -> None:
    (violation,) = game().judge_blockers({"brute": ["brute"]}).violations
    assert violation.parts == (Reference(ref="Bob"), " doesn't control ", Reference(ref="brute"))


def test_a_sentence_in_a_sentence_keeps_its_references() -> None:
    sentence = said("{} can't attack {}: {why}", "elf", "Bob", why=said("{} is no defending player", "Bob"))
    assert sentence == "elf can't attack Bob: Bob is no defending player"
    assert [part.ref for part in sentence.parts if isinstance(part, Reference)] == ["elf", "Bob", "Bob"]


def test_several_references_stand_with_commas_between() -> None:
    sentence = said("more than one of {} has no banding", ["a", "b"])
    assert sentence == "more than one of a, b has no banding"
    assert sentence.parts[1:4] == (Reference(ref="a"), ", ", Reference(ref="b"))


def test_what_looks_like_a_placeholder_in_an_id_is_only_an_id() -> None:
    sentence = said("{} is tapped", "{0}{why}")
    assert sentence == "{0}{why} is tapped" and sentence.parts[0] == Reference(ref="{0}{why}")


def test_plain_text_is_all_words_and_is_quoted_beside() -> None:
    assert in_parts("attackers were declared") == {"parts": ("attackers were declared",), "source": None, "quote": ""}
    assert quoting("{odd}", None, "Menace") == "{odd} (Menace)" and quoting("{odd}", None, "x").parts == ("{odd}",)


def test_a_stored_ruling_without_parts_is_read() -> None:
    old = Violation.model_validate({"concept": "block.choose", "rule": "509.1a", "why": "elf is tapped"})
    assert old.parts == ()
