"""What sentences say is so, as rows: a row reads a sentence, and says it (`rendering.statements`)."""

from __future__ import annotations

from typing import Literal

from ...events import abilities as a
from .cursor import Cursor, rule
from .damage import combat_only, nothing, recipients, sources
from .descriptors import CREATURE
from .filters import noun, permanents
from .grammar import Reads, phrase
from .logic import both
from .numbers import at_least, number
from .players import ANY, OPPONENTS, OTHERS, TEAM, YOU, of_yours, players, targets
from .predicates import Clause, Statements, during, period
from .references import owner, reference


def _each(c: Cursor) -> Literal["turn", "combat"] | None:
    """ "each combat", "this turn", which comes next: of which period a number is said."""
    found = c.sees("each combat", "each turn", "this turn", "this combat")
    return None if found is None else "turn" if found.endswith("turn") else "combat"


def _that_phase(c: Cursor) -> Clause:
    return Clause(duration="end of combat") if c.take("during that combat phase") else Clause()


def _able(c: Cursor) -> a.Filter | None:
    start = c.at
    found = noun(c)
    if found == CREATURE:
        c.pass_over(start, "another form")
    return a.ANYTHING if found == CREATURE else found  # none but creatures block


_RULES: dict[str, Reads] = {
    "permanents": permanents,
    "noun": noun,
    "reference": reference,
    "owner": owner,
    "enchanted": lambda c: permanents(c) if c.sees("enchanted", "equipped") else None,
    "attackers": lambda c: permanents(c, "blocker"),
    "number": number,
    "many": number,
    "at_least": at_least,
    "combat": combat_only,
    "recipients": recipients,
    "whom": recipients,
    "one_shield": lambda c: None if c.sees("each") else recipients(c),  # no effect has a shield for each of them
    "sources": sources,
    "met_by_all": lambda c: None if c.sees("a", "an", "another", "any") else sources(c),
    "able": _able,
    "now": period,
    "targets": targets,
    "each": _each,
    "untap_step": lambda c: c.take("during your untap step", "during their untap steps", "during their untap step"),
    **dict.fromkeys(("during", "each_combat"), during),
    "rest_of_turn": lambda c: Clause(duration="end of turn"),
    "that_phase": _that_phase,
}
_THOUGH = "as though (it weren't blocked|they weren't blocked|he weren't blocked|she weren't blocked)"
_ITS_DAMAGE = "(its combat damage|their combat damage|his combat damage|her combat damage)"


# --- of permanents -------------------------------------------------------------------------------------------------------


def _indestructible(permanents: a.Filter) -> a.Ability:
    """What was said before 2013."""
    had = a.KeywordAbility(keyword="indestructible", text="Indestructible")
    return a.Grants(permanents=permanents, abilities=(had,))


OF_PERMANENTS = Statements(
    _RULES,
    phrase("<creatures:subject> (assigns|assign|may assign) no combat damage <-during>", a.AssignsNoDamage),
    phrase("<creatures:subject> (doesn't|don't) assign combat damage <-during>", a.AssignsNoDamage),
    phrase("<creatures:subject> (deals|deal) no combat damage <-during>", a.AssignsNoDamage),
    phrase(
        "<creatures:subject> (assigns|assign|may assign) combat damage <-during> equal to "
        "(its toughness rather than its power|their toughness rather than their power"
        "|his toughness rather than his power|her toughness rather than her power) <-during>",
        a.AssignsByToughness,
    ),
    phrase(
        f"<creatures:subject> (assigns|assign) {_ITS_DAMAGE} <-during> {_THOUGH} <-during>",
        a.AssignsAsThoughUnblocked,
        optional=False,
    ),
    phrase(f"<creatures:subject> may assign {_ITS_DAMAGE} <-during> {_THOUGH} <-during>", a.AssignsAsThoughUnblocked),
    phrase("<sources:subject> can't deal <combat> to <recipients> <-during>", a.CantDealDamage),
    phrase("<sources:subject> can't deal <combat> <-during>", a.CantDealDamage),
    phrase("<permanents:subject> can't be regenerated <-during>", a.CantBeRegenerated),
    phrase("<permanents:subject> (is|are) indestructible <-during>", _indestructible),
    given=("subject",),
)
"""What is said of the permanents that a sentence is about, and concerns damage."""


# --- of players ----------------------------------------------------------------------------------------------------------


def _neither(players: a.Players) -> tuple[a.Ability, ...]:
    return a.CantLose(players=players), a.CantWin(players=players)


def _against_opponents(players: a.Players) -> tuple[a.Ability, ...]:
    return a.CantLose(players=players), a.CantWin(players=OPPONENTS)


_ENDINGS = (
    phrase("<players:who> (doesn't|don't) lose the game for having 0 or less life", a.LivesOnWithoutLife),
    phrase("<players:who> can't win the game", a.CantWin),
    phrase("<players:who> can't lose the game and your opponents can't win the game", _against_opponents),
    phrase("<players:who> can't lose the game (or win the game|and can't win the game)", _neither),
    phrase("<players:who> can't lose the game", a.CantLose),
)


def _untap_limit(players: a.Players, maximum: int, permanents: a.Filter, step: str) -> a.Ability | None:
    said_of_you = step == "during your untap step"
    return a.UntapLimit(permanents=permanents, players=players, maximum=maximum) if said_of_you == (players == YOU) else None


OF_PLAYERS = Statements(
    _RULES,
    *_ENDINGS,
    phrase("<players:who> can't gain life <-during>", a.CantGainLife),
    phrase("<players:who> can't lose life", a.CantLoseLife),
    phrase("<players:who> can't get poison counters", a.CantGetPoison),
    phrase(
        "<players:who> (must attack|attacks) [<targets>] with <minimum:at_least> <creatures:noun> <-each_combat> if able",
        a.MustAttackWith,
    ),
    phrase("<players:who> (chooses|choose) which creatures attack <-during>", a.ChoosesAttacks),
    phrase("<players:who> (chooses|choose) which creatures block <-during> and how those creatures block", a.ChoosesBlocks),
    phrase(
        "<players:who> (chooses|choose) (how each creature blocks|how creatures block|how those creatures block|how they block) "
        "<-during>",
        a.ChoosesBlocks,
    ),
    phrase("<players:who> can't untap more than <maximum:number> <permanents:noun> <step:untap_step>", _untap_limit),
    given=("who",),
)
OF_A_TEAM = Statements(_RULES, *_ENDINGS, given=("who",))


@rule
def _of_players(c: Cursor) -> Clause | None:
    """ "Players can't gain life", "you choose which creatures block this turn and how those creatures block"."""
    if c.take("your team"):
        return OF_A_TEAM(c, who=TEAM)
    who = players(c)
    return None if who is None else OF_PLAYERS(c, who=who)


# --- of their own kind ---------------------------------------------------------------------------------------------------


def _except_for(excepted: a.Filter, creatures: a.Filter) -> a.Ability:
    """All but those: neither of the alternatives, each said by itself."""
    parts = excepted.parts if isinstance(excepted, a.AnyOf) else (excepted,)
    return a.CantAttack(creatures=both(creatures, *(a.Not(part=part) for part in parts)))


def _only(permanents: a.Filter, action: str) -> a.Ability:
    """That only these can attack, or block."""
    others = both(CREATURE, a.Not(part=permanents))
    return a.CantAttack(creatures=others) if action == "attack" else a.CantBlock(blockers=others)


def _designated(creatures: a.Filter, designation: Literal["goaded", "suspected"], duration: a.Duration) -> Clause:
    return Clause([a.Designates(creatures=creatures, designation=designation)], duration)


def _detained(creatures: a.Filter) -> Clause:
    """701.35."""
    return Clause([a.CantAttack(creatures=creatures), a.CantBlock(blockers=creatures)], "your next turn")


def _unchanging(players: a.Players) -> tuple[a.Ability, ...]:
    return a.CantGainLife(players=players), a.CantLoseLife(players=players)


def _nearest() -> a.Ability:
    """Which way isn't stated."""
    return a.CantAttack(creatures=CREATURE, condition=a.Unstated(fact="who is the nearest in the chosen direction"))


def _may_stay(permanents: a.Filter) -> a.Ability:
    return a.MayStayTapped(permanents=of_yours(permanents))


SENTENCES = Statements(
    _RULES,
    phrase("no <blockers:noun> can block [<attackers>] <-during>", a.CantBlock),
    phrase("no <creatures:noun> can attack [<targets>] <-during>", a.CantAttack),
    *(
        phrase(
            f"no more than <maximum:many> <creatures:noun> can {doing} <period:each> <-during>",
            a.DeclarationLimit,
            action=action,
        )
        for doing, action in (("attack [<targets>]", "attack"), ("block", "block"))
    ),
    *(
        phrase(f"{every} <blockers:able> able to block <attackers:met_by_all> <period:now> <-during> {do}", a.MustBlock)
        for every, do in (("all", "do so"), ("(all|each|every)", "(do so|does so)"))
    ),
    phrase("except for <excepted:noun> , <creatures:noun> can't attack", _except_for),
    *(phrase(f"only <permanents> can {action} <-that_phase> <-during>", _only, action=action) for action in ("attack", "block")),
    phrase(
        "you may exert <creatures:reference> as (it attacks|he attacks|she attacks|they attack)",
        a.OptionalAttackCost,
        cost="exert",
    ),
    phrase("attacking doesn't cause <creatures:permanents> to tap", a.AttacksWithoutTapping),
    phrase("you may activate abilities of <permanents> as though those creatures had haste", nothing),
    phrase(
        "each player may attack only the nearest opponent in the (chosen|last chosen) direction "
        "[and planeswalkers controlled by that opponent]",
        _nearest,
    ),
    phrase(
        "untap <permanents> during (each other player's untap step|other players' untap steps)",
        a.UntapsDuring,
        players=OTHERS,
    ),
    phrase("you may choose not to untap <permanents> during your untap step", _may_stay),
    phrase(f"you may have <creatures:permanents> assign {_ITS_DAMAGE} <-during> {_THOUGH} <-during>", a.AssignsAsThoughUnblocked),
    phrase(
        f"for each <creatures:noun> , you may have that creature assign {_ITS_DAMAGE} <-during> {_THOUGH} <-during>",
        a.AssignsAsThoughUnblocked,
    ),
    phrase(
        "you may assign <creatures:owner> combat damage <-during> divided as you choose among "
        "(defending player and/or any number of creatures they control"
        "|defending player and/or any number of creatures that player controls"
        "|defending player and/or any number of creatures he or she controls"
        "|defending player and any number of creatures they control) <-during>",
        a.DividesDamage,
    ),
    phrase(f"you may assign <creatures:owner> combat damage <-during> {_THOUGH} <-during>", a.AssignsAsThoughUnblocked),
    phrase(
        "prevent the next <amount:number> <combat> that would be dealt <-during> to <recipients:one_shield> <-during> "
        "[by <sources> <-during>]",
        a.PreventsNextDamage,
    ),
    *(
        phrase(f"{the}<combat> {whose} can't be prevented <-during>", a.DamageCantBePrevented)
        for the in ("", "the ")
        for whose in ("(that would be dealt by|dealt by|from) <sources>", "[(that would be dealt to|dealt to) <recipients:whom>]")
    ),
    phrase("(regenerate|you may regenerate) <permanents> <-rest_of_turn>", a.Regenerates),
    phrase("your life total can't change", _unchanging, players=YOU),
    phrase("players' life totals can't change", _unchanging, players=ANY),
    phrase("you control <permanents:enchanted>", a.ControlsWhat),
)
"""Sentences of their own kind."""

_INSTRUCTED = Statements(
    _RULES,
    phrase("detain <creatures:permanents>", _detained),
    *(
        phrase(
            f"({verb}|you may {verb}|you {verb}) <creatures:permanents>", _designated, designation=designation, duration=duration
        )
        for verb, designation, duration in (("goad", "goaded", "your next turn"), ("suspect", "suspected", "indefinite"))
    ),
)


def _instructed(c: Cursor) -> Clause | None:
    """ "Goad target creature", "suspect it", "detain [x]", where it is an instruction, or what one brought about."""
    return _INSTRUCTED(c) if c.setting.instruction or c.setting.stated else None


def _only_by(targets: a.Targets, permanents: a.Filter) -> a.Ability:
    return a.CantAttack(creatures=both(CREATURE, a.Not(part=permanents)), targets=targets)


CANT_BE_ATTACKED = Statements(
    _RULES,
    phrase("<targets> can't be attacked except by <permanents> <-during>", _only_by),
    phrase("<targets> can't be attacked by <creatures:permanents> <-during>", a.CantAttack),
    phrase("<targets> can't be attacked <-during>", a.CantAttack, creatures=CREATURE),
)
"""What is said of players, and of what else can be attacked."""
WHOLE = (SENTENCES, CANT_BE_ATTACKED, _instructed, _of_players)
