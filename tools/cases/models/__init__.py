"""The case as data: one frozen model for a case, a permanent, each kind of effect and each kind of step.

Field names are the keys of the case file. A field's description says what may stand there: it is published in the JSON
Schema and shown to whoever wrote something else.
"""

from .case import *
from .choices import *
from .effects import *
from .permanents import *
from .steps import *
from .values import *
