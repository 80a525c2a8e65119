"""Combat with triggered keywords worked out by plain code of its own: two attackers against two blockers, to the end of damage.

It knows nothing of the package. A creature is power, toughness and a keyword; what its keyword does is written out here from the
rules (702), in the order in which abilities resolve: the last put on the stack first, the active player's put there first.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Fighter:
    """A creature: what is printed, its keyword ("" for none), and what it becomes."""

    id: str
    mine: bool
    power: int
    toughness: int
    keyword: str = ""
    number: int = 1
    counters: int = 0
    marked: int = 0
    gone: bool = False


@dataclass
class Fight:
    """Both sides, the life of both players, and who blocks whom (blocker → attacker)."""

    attackers: list[Fighter]
    home: list[Fighter]
    blockers: list[Fighter]
    blocks: dict[str, str]
    life: dict[str, int] = field(default_factory=lambda: {"Ann": 20, "Bob": 20})
    blocked: set[str] = field(default_factory=set)

    @property
    def everybody(self) -> list[Fighter]:
        return [*self.attackers, *self.home, *self.blockers]

    def run(self) -> None:
        self._attack()
        self._die()
        self._block()
        self._die()
        self._fight()
        self._die()

    def _attack(self) -> None:
        stack = []
        for each in [*self.attackers, *self.home]:
            if each.keyword == "exalted" and len(self.attackers) == 1:
                stack.append(each)
            if each in self.attackers:
                stronger = any(other.power > each.power for other in self.attackers if other is not each)
                tied = self.life["Bob"] >= self.life["Ann"]
                if each.keyword in ("battle cry", "melee") or (each.keyword == "training" and stronger):
                    stack.append(each)
                if each.keyword == "dethrone" and tied:
                    stack.append(each)
        for each in reversed(stack):
            if each.keyword == "exalted":
                self._grow(self.attackers[0], 1, 1)
            elif each.keyword == "battle cry":
                for other in self.attackers:
                    if other is not each:
                        self._grow(other, 1, 0)
            elif each.keyword == "melee":
                self._grow(each, 1, 1)
            else:
                each.counters += 1
                self._grow(each, 1, 1)

    def _block(self) -> None:
        mine, theirs = [], []
        self.blocked = {self.blocks[each.id] for each in self.blockers if not each.gone and each.id in self.blocks}
        attackers = {each.id: each for each in self.attackers}
        # Abilities of one player are put on the stack as creatures stand on the board.
        for each in self.attackers:
            if each.gone:
                continue
            by = [other for other in self.blockers if self.blocks.get(other.id) == each.id and not other.gone]
            if by and each.keyword in ("bushido", "rampage", "afflict"):
                mine.append((each, None))
            if each.keyword == "flanking":
                mine += [(each, other) for other in by if other.keyword != "flanking"]
            if each.keyword == "frenzy" and not by:
                mine.append((each, None))
        for each in self.blockers:
            if not each.gone and each.id in self.blocks and each.keyword == "bushido":
                theirs.append((each, None))
        for each, other in reversed([*mine, *theirs]):
            by = [one for one in self.blockers if self.blocks.get(one.id) == each.id and not one.gone]
            if each.keyword == "bushido":
                self._grow(each, each.number, each.number)
            elif each.keyword == "rampage":
                self._grow(each, each.number * max(0, len(by) - 1), each.number * max(0, len(by) - 1))
            elif each.keyword == "afflict":
                self.life["Bob"] -= each.number
            elif each.keyword == "frenzy":
                self._grow(each, each.number, 0)
            elif other is not None and not other.gone:
                self._grow(other, -1, -1)
            self._die()
        assert attackers or not self.blocked

    def _fight(self) -> None:
        dealt: list[tuple[Fighter, int]] = []
        for each in self.attackers:
            if each.gone:
                continue
            by = [other for other in self.blockers if self.blocks.get(other.id) == each.id and not other.gone]
            if each.id not in self.blocked:
                self.life["Bob"] -= max(0, each.power)
            elif by:
                # All to the first: what the test announces.
                dealt.append((by[0], max(0, each.power)))
        for each in self.blockers:
            if not each.gone and each.id in self.blocks:
                attacker = next(other for other in self.attackers if other.id == self.blocks[each.id])
                if not attacker.gone:
                    dealt.append((attacker, max(0, each.power)))
        for to, amount in dealt:
            to.marked += amount

    def _die(self) -> None:
        for each in self.everybody:
            if not each.gone and (each.toughness <= 0 or each.marked >= each.toughness):
                each.gone = True

    @staticmethod
    def _grow(each: Fighter, power: int, toughness: int) -> None:
        if not each.gone:
            each.power += power
            each.toughness += toughness
