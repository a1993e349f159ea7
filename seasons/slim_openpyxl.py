"""Reduce the memory of processes that read uploads."""

import sys
from decimal import Decimal
from types import ModuleType


def keep_numpy_out_of_openpyxl() -> None:
    """Prevent openpyxl from loading numpy (11 MB), because no page writes numpy numbers.

    A stub replaces openpyxl's module of number types before openpyxl is imported. Other users of numpy aren't affected.
    """
    numbers = ModuleType("openpyxl.compat.numbers")
    numbers.__dict__.update(NUMERIC_TYPES=(int, float, Decimal), NUMPY=False)
    sys.modules.setdefault(numbers.__name__, numbers)
