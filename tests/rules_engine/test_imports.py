"""The engine imports neither Django nor numpy, so it loads quickly."""

import subprocess
import sys

PROGRAM = """
import sys
from rules_engine import load_system, system_keys
for key in system_keys():
    load_system(key)
print(*sorted({"django", "numpy"} & set(sys.modules)))
"""


def test_engine_and_systems_import_neither_django_nor_numpy() -> None:
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert result.stdout.split() == []
