"""Keep processes that read uploads small."""

import sys
from decimal import Decimal
from types import ModuleType


def keep_numpy_out_of_openpyxl() -> None:
    """Keep openpyxl from loading numpy (11 MB), because no page writes numpy numbers.

    A replacement for its module of number types is in place before openpyxl is imported. Other users of numpy aren't
    affected.
    """
    numbers = ModuleType("openpyxl.compat.numbers")
    numbers.__dict__.update(NUMERIC_TYPES=(int, float, Decimal), NUMPY=False)
    sys.modules.setdefault(numbers.__name__, numbers)
