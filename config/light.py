"""What keeps a web process small on a laptop."""

import sys
from decimal import Decimal
from types import ModuleType


def workbooks_without_numpy() -> None:
    """openpyxl takes numpy's numbers for numbers too, and loads all of numpy for it (11 MB); no page writes any.

    Its module of number types stands in place before it is imported, so that nobody else's numpy is touched.
    """
    numbers = ModuleType("openpyxl.compat.numbers")
    numbers.__dict__.update(NUMERIC_TYPES=(int, float, Decimal), NUMPY=False)
    sys.modules.setdefault(numbers.__name__, numbers)
