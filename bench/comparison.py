"""Compare this tree's figures with an earlier revision's, alternating on the same machine."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROUNDS = 2
_HERE = Path(__file__).resolve().parent.parent

Figures = dict[str, dict[str, Any]]  # name of a figure -> the data on its line


def compare(names: Sequence[str], revision: str) -> int:
    """Print each figure for both trees. Return 1 if one got worse by more than a tenth, otherwise 0."""
    got_worse = 0
    with earlier_tree(revision) as earlier:
        for name in names:
            rounds = [(_measured(earlier, name), _measured(_HERE, name)) for _ in range(ROUNDS)]
            before, after = (best_of(figures) for figures in zip(*rounds, strict=True))
            for line in compared(before, after):
                print(json.dumps(line), flush=True)
                got_worse += line.get("times_as_good", 1) < 0.9
    return 1 if got_worse else 0


@contextmanager
def earlier_tree(revision: str) -> Iterator[Path]:
    """Check out a revision beside this tree, with its styles and scripts built."""
    with tempfile.TemporaryDirectory(prefix="pennant-earlier-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, revision], cwd=_HERE, check=True)
        try:
            subprocess.run([sys.executable, "-m", "core.static_build"], cwd=tree, check=True, capture_output=True)
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=_HERE, check=True)


def _measured(tree: Path, name: str) -> Figures:
    run = subprocess.run([sys.executable, "-m", "bench", name], cwd=tree, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    figures = {line["name"]: line for line in lines if "name" in line}
    if not figures:
        raise SystemExit(f"The benchmark {name} printed no figure in {tree}:\n{run.stderr}")
    return figures


def best_of(rounds: Sequence[Figures]) -> Figures:
    """Return the best value of each figure, because other work on the machine can only make a value worse."""
    best: Figures = {}
    for figures in rounds:
        for name, line in figures.items():
            if name not in best or _is_better(line, best[name]):
                best[name] = line
    return best


def _is_better(line: dict[str, Any], best: dict[str, Any]) -> bool:
    is_less = bool(line["value"] < best["value"])
    return is_less is (line["better"] == "less")


def compared(before: Figures, after: Figures) -> Iterator[dict[str, Any]]:
    """Yield a line for each figure that the new tree prints. A new figure has no earlier value."""
    for name, line in after.items():
        earlier = before.get(name)
        row = {"name": name, "value": line["value"], "unit": line["unit"], "goal": line["goal"]}
        if earlier is None:
            yield row
            continue
        row["before"] = earlier["value"]
        good, bad = (earlier, line) if line["better"] == "less" else (line, earlier)
        if bad["value"]:
            row["times_as_good"] = round(good["value"] / bad["value"], 2)
        yield row
