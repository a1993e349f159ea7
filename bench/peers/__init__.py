"""Other programs that do the same work, measured in the same run. `make peers` installs them separately from ours."""

import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_BIN = _HERE.parent.parent / ".venv-peers" / ("Scripts" if sys.platform == "win32" else "bin")


def measured(script: str) -> float | None:
    """Return the output of a script in this package, or None if the peer isn't installed."""
    python = _BIN / ("python.exe" if sys.platform == "win32" else "python")
    if not python.exists():
        return None
    done = subprocess.run([str(python), str(_HERE / script)], capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None
