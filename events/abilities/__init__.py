"""The vocabulary of abilities, as one name space: what a card says about declarations and combat damage, as data.

Wording is read into these models (`tools/oracle`), events carry them, handlers judge by them. An ability has a *subject* (a
`Filter`), *what* it says (its kind), and a *condition*. Nothing here decides anything: `handlers/` does, by what these say.

What abilities speak of stands in `events/filters.py`, what they trigger on in `events/trigger_events.py`, what they do as they
resolve in `events/instructions.py`, and the abilities themselves in the modules of this package.

Names and fields of all these modules are the storage format of journals: change them with care.
"""

from ..filters import *
from ..instructions import *
from ..trigger_events import *
from .abilities import *
from .base import *
from .damage import *
from .declaring import *
from .permanents import *
from .unmodelled import *
