"""Random games: a random board and random steps of all kinds, sensible or not."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from random import Random

from declarant.events import abilities as a
from declarant.events.declarations import ManaAbilityActivated
from declarant.events.errors import IllegalDeclaration, InvalidInput
from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game
from declarant.handlers.procedure.commands import Offer
from hypothesis import strategies as st
from legality.boards import creature as new_creature
from legality.boards import random_board

EDITIONS = ("2026-01-16", "2025-04-04", "2024-06-07", "2022-10-07")
FLYING, VIGILANCE = a.KeywordAbility(keyword="flying"), a.KeywordAbility(keyword="vigilance")
TRIGGERED = a.Triggered(events=(a.Attacks(creatures=a.THIS), a.Blocks(creatures=a.THIS), a.BecomesBlocked(creatures=a.THIS)))

TOLLS = (
    a.AttackCost(creatures=a.HasType(type="Creature"), cost=a.Cost(mana="{1}")),
    a.BlockCost(
        blockers=a.HasType(type="Creature"),
        cost=a.Cost(life=1, permanents=(a.PermanentCost(action="tap", filter=a.HasType(type="Enchantment")),)),
    ),
)


class RandomGame:
    """A game on a random board, in the given journal. Each step tries something at random; `tried` says what came of it."""

    def __init__(self, random: Random, journal: Journal, edition: str | None = None) -> None:
        self.random = random
        self.journal = journal
        board = random_board(random, creatures=3, others=3, abilities=4)
        self.game = Game.start(
            board.players, rules=edition or random.choice(EDITIONS), mana=board.mana, hand={"Ann": 2}, journal=journal
        )
        for permanent in board.permanents:
            self.game.enter(permanent)
        for effect in board.effects:
            self.game.begin_effect(effect)
        if random.random() < 0.4:
            self.game.enter(new_creature("toll", random.choice(board.players), *TOLLS, types=("Enchantment",)))
        self.entered = 0
        self.tried: list[tuple[str, str]] = []

    def step(self) -> None:
        """Try something. What is wrong is refused as such: by an error of the package."""
        name = self.random.choice(self._what_comes_next() if self.random.random() < 0.6 else _STEPS)
        self.attempt(name, getattr(self, name))

    def _what_comes_next(self) -> tuple[str, ...]:
        combat = self.game.combat
        if self.game.state.declarations.pending is not None:
            return ("pay", "pay", "activate_mana_ability")
        if not combat.attackers_declared:
            return ("declare_attackers", "declare_a_legal_attack", "declare_a_legal_attack", "declare_and_pay_later")
        if combat.attackers and not combat.blocks_declared_by:
            return ("declare_blockers", "declare_a_legal_block", "declare_a_legal_block", "declare_and_pay_later")
        return ("announce_orders", "begin_turn", "begin_turn", "begin_combat", "enter")

    def attempt(self, name: str, command: Callable[[], object]) -> None:
        try:
            command()
        except IllegalDeclaration:
            self.tried.append((name, "illegal"))
        except InvalidInput:
            self.tried.append((name, "invalid"))
        else:
            self.tried.append((name, "done"))

    @property
    def surviving(self) -> list[tuple[int, bytes]]:
        """The events of the log as they are stored, with their versions."""
        return [(version, event.model_dump_json().encode()) for version, event in self.game.log.events()]

    @property
    def exported(self) -> bytes:
        """The whole journal, to the byte."""
        file = BytesIO()
        self.journal.export_jsonl(file)
        return file.getvalue()

    # --- things to name -----------------------------------------------------------------------------------------------

    def any_id(self) -> str:
        return self.random.choice([*self.game.board.permanents, *self.game.board.players])

    def permanent(self) -> str:
        return self.random.choice(list(self.game.board.permanents) or ["nobody"])

    def attacker(self) -> str:
        return self.random.choice(list(self.game.combat.attackers) or ["nobody"])

    def blocker(self) -> str:
        return self.random.choice(list(self.game.combat.blockers) or ["nobody"])

    def player(self) -> str:
        return self.random.choice(self.game.board.players)

    def controlled_by(self, player: str | None) -> list[str]:
        return [p.id for p in self.game.board.permanents.values() if p.controller == player and "Creature" in p.types]

    def attackers(self) -> dict[str, str]:
        """Some attack, more or less sensible."""
        mine = self.controlled_by(self.game.board.active)
        attackers = self.random.sample(mine, self.random.randint(0, len(mine)))
        others = [player for player in self.game.board.players if player != self.game.board.active]
        return {a: self.random.choice(others) if self.random.random() < 0.9 else self.any_id() for a in attackers}

    def blocks(self) -> dict[str, list[str]]:
        """Some blocks, more or less sensible."""
        attackers = list(self.game.combat.attackers) or [self.permanent()]
        possible = [
            id for player in self.game.board.players if player != self.game.board.active for id in self.controlled_by(player)
        ]
        blockers = self.random.sample(possible, self.random.randint(0, len(possible)))
        return {
            blocker: self.random.sample(attackers, self.random.choice((1, 1, min(2, len(attackers))))) for blocker in blockers
        }

    # --- steps --------------------------------------------------------------------------------------------------------

    def declare_attackers(self) -> None:
        self.game.declare_attackers(self.attackers())

    def declare_a_legal_attack(self) -> None:
        attackers = self.attackers()
        ruling = self.game.judge_attackers(attackers)
        legal = attackers if ruling.verdict == "legal" else ruling.instead
        assert legal is None or self.game.judge_attackers(legal).verdict == "legal"
        self.game.declare_attackers(legal or {})

    def declare_blockers(self) -> None:
        self.game.declare_blockers(self.blocks(), by=self.player() if self.random.random() < 0.1 else None)

    def declare_a_legal_block(self) -> None:
        blocks = self.blocks()
        ruling = self.game.judge_blockers(blocks)
        legal = blocks if ruling.verdict == "legal" else ruling.instead
        assert legal is None or self.game.judge_blockers(legal).verdict == "legal"
        self.game.declare_blockers(legal or {})

    def declare_and_pay_later(self) -> None:
        if self.game.combat.attackers_declared:
            self.game.declare_blockers(self.blocks(), pay=None)
        else:
            self.game.declare_attackers(self.attackers(), pay=None)

    def pay(self) -> None:
        self.game.pay(self.random.choice((True, True, False, Offer(mana="{1}"))))

    def activate_mana_ability(self) -> None:
        self.game.activate_mana_ability(
            ManaAbilityActivated(player=self.player(), source=self.permanent(), adds="{G}", keep=self.random.random() < 0.5)
        )

    def announce_orders(self) -> None:
        combat = self.game.combat
        orders = {attacker: list(combat.blockers_of(attacker)) for attacker in combat.attackers}
        orders |= {blocker: list(attackers) for blocker, attackers in combat.blockers.items()}
        self.game.announce_orders({creature: order for creature, order in orders.items() if order})

    def reselect(self) -> None:
        self.game.reselect({self.attacker(): self.any_id()})

    def begin_turn(self) -> None:
        self.game.begin_turn(self.player())

    def begin_combat(self) -> None:
        self.game.begin_combat()

    def enter(self) -> None:
        self.entered += 1
        entered = new_creature(f"new{self.entered}", self.player(), self.random.choice((FLYING, VIGILANCE, TRIGGERED)))
        how = self.random.randrange(3)
        self.game.enter(entered, attacking=self.any_id() if how == 1 else None, blocking=self.attacker() if how == 2 else None)

    def state_attacking(self) -> None:
        self.game.state_attacking(self.permanent(), self.any_id())

    def cause_block(self) -> None:
        self.game.cause_block(self.permanent(), self.attacker())

    def stop_blocking(self) -> None:
        self.game.stop_blocking(self.blocker(), self.attacker())

    def become_blocked(self) -> None:
        self.game.become_blocked(self.attacker())

    def become_unblocked(self) -> None:
        self.game.become_unblocked(self.attacker())

    def leave(self) -> None:
        self.game.leave(self.permanent())

    def phase_out(self) -> None:
        self.game.phase_out(self.permanent())

    def remove_from_combat(self) -> None:
        self.game.remove_from_combat(self.permanent())

    def change(self) -> None:
        changes: dict[str, object] = self.random.choice(
            (
                {"tapped": True},
                {"tapped": False},
                {"power": 7, "counters": {"+1/+1": 2}},
                {"controller": self.player()},
                {"types": ("Enchantment",)},
                {"types": ("Creature", "Planeswalker")},
                {"attached_to": self.permanent()},
                {"summoning_sick": True},
                {"colors": ("W",), "abilities": (FLYING,)},
            )
        )
        self.game.change(self.permanent(), **changes)

    def begin_effect(self) -> None:
        self.entered += 1
        ability: a.Ability = self.random.choice(
            (
                a.Designates(creatures=a.IsOneOf(ids=(self.permanent(),)), designation="goaded"),
                a.Grants(permanents=a.IsOneOf(ids=(self.permanent(),)), abilities=(TRIGGERED, VIGILANCE)),
                a.Removes(permanents=a.IsOneOf(ids=(self.permanent(),))),
            )
        )
        duration: a.Duration = self.random.choice(("end of turn", "end of combat", "your next turn"))
        self.game.begin_effect(
            a.Effect(id=f"new effect {self.entered}", controller=self.player(), abilities=(ability,), duration=duration)
        )


_STEPS = (
    *("declare_attackers", "declare_a_legal_attack", "declare_blockers", "declare_a_legal_block", "declare_and_pay_later"),
    *("pay", "activate_mana_ability", "announce_orders", "reselect", "begin_turn", "begin_combat", "begin_effect"),
    *("enter", "state_attacking", "cause_block", "stop_blocking", "become_blocked", "become_unblocked"),
    *("leave", "phase_out", "remove_from_combat", "change"),
)


def random_games(journal: Callable[[], Journal] = lambda: Journal.open("memory://")) -> st.SearchStrategy[RandomGame]:
    """Games on a new journal, before their first step."""
    return st.randoms(use_true_random=False).map(lambda random: RandomGame(random, journal()))


STEPS = st.integers(1, 20)
