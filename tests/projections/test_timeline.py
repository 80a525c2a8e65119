"""A walk over a journal: what is folded at each entry is what stands there, whatever was cut before."""

from dataclasses import dataclass
from random import Random

from declarant.events.facts import TurnBegan
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import Item
from declarant.events.journal.entry import Entry, cuts_among
from declarant.events.journal.journal import Journal
from declarant.projections.timeline import TakenBack, Timeline
from hypothesis import given
from hypothesis import strategies as st


@dataclass
class Turns:
    """The numbers of the turns that stand."""

    numbers: tuple[int, ...] = ()

    def copy(self) -> "Turns":
        return Turns(self.numbers)

    def apply(self, event: Item, version: int) -> None:
        assert isinstance(event, TurnBegan)
        self.numbers += (event.number,)


def cut_at_random(random: Random, length: int) -> list[Entry]:
    """Turns, and cuts back to something that stands; a cut stands, too, until it is taken back."""
    journal, standing = Journal.open("memory://"), [0]
    for version in range(1, length + 1):
        to = random.choice(standing[-4:]) if random.random() < 0.4 else version - 1
        item: Item = Cut(to=to) if to < version - 1 else TurnBegan(player="Ann", number=version)
        journal.log("game").append([item])
        standing = [kept for kept in standing if kept <= to] + [version]
    return list(journal.entries("game"))


def standing_at(items: list[Item]) -> tuple[int, ...]:
    """The plain way: from the start, for each cut."""
    found: list[tuple[int, int]] = []
    for version, item in enumerate(items, 1):
        if isinstance(item, Cut):
            found = [each for each in found if each[0] <= item.to]
        else:
            assert isinstance(item, TurnBegan)
            found.append((version, item.number))
    return tuple(number for _, number in found)


@given(st.randoms(use_true_random=False), st.integers(1, 25), st.booleans())
def test_what_is_folded_is_what_stands(random: Random, length: int, known: bool) -> None:
    entries = cut_at_random(random, length)
    going = Timeline(Turns(), cuts_among(entries) if known else None)
    for number, entry in enumerate(entries, 1):
        going.read(entry)
        assert going.now.numbers == standing_at([each.item for each in entries[:number]])


@given(st.randoms(use_true_random=False), st.integers(1, 25))
def test_every_entry_states_the_first_cut_that_took_it_back(random: Random, length: int) -> None:
    entries = cut_at_random(random, length)
    cuts = cuts_among(entries)
    taken = TakenBack(cuts)
    for version in range(1, length + 1):
        assert taken.by(version) == min((cut for cut, to in cuts if to < version < cut), default=None)
    for cut, _ in cuts:
        took = sum(taken.by(entry.version) == cut for entry in entries if not entry.is_cut)
        assert taken.events().get(cut, 0) == took
