"""Build the double-click program for the current operating system: `make program`.

This writes a directory and its archive (zip on Windows, dmg on macOS, tar.gz on Linux) to `dist/`.
"""

import ast
import compileall
import importlib.metadata
import platform
import py_compile
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import PyInstaller.__main__

ROOT: Final = Path(__file__).resolve().parents[2]
WORK: Final = ROOT / "build" / "program"
SOURCE: Final = WORK / "source"
NAME: Final = "Pennant"
# PyInstaller has hooks for these packages. Their tests and headers would double the program's size.
_WITH_HOOKS: Final = frozenset(["numpy", "PIL", "cryptography", "lxml", "setuptools", "pip", "tzdata"])
# Celery's command line and shells
_UNUSED: Final = ("IPython", "tkinter", "pytest", "prompt_toolkit", "click_repl", "gevent", "eventlet")


def main() -> None:
    shutil.rmtree(WORK, ignore_errors=True)
    _copy_source()
    PyInstaller.__main__.run(_arguments())
    folder = ROOT / "dist" / NAME
    if sys.platform == "darwin":
        _write_double_click_command(folder)
    sys.stdout.write(f"{_archive(folder)}\n")


def _copy_source() -> None:
    """Arrange the program's files like its wheel (pyproject.toml), with minified static files and compiled modules."""
    runpy.run_path(str(ROOT / "core" / "static_build.py"))["build"](minify=True)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in wheel["packages"]:
        shutil.copytree(ROOT / package, SOURCE / package, ignore=shutil.ignore_patterns("__pycache__"))
    for source, target in wheel["force-include"].items():
        path = ROOT / source
        (SOURCE / target).parent.mkdir(exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, SOURCE / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, SOURCE / target)
    # valid wherever the directory is copied, and never written by the program itself
    compileall.compile_dir(SOURCE, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)


def _arguments() -> list[str]:
    """Return PyInstaller's arguments."""
    separator = ";" if sys.platform == "win32" else ":"
    options = ["--noconfirm", "--clean", "--onedir", "--console", "--name", NAME, "--contents-directory", "libraries"]
    options += ["--distpath", str(ROOT / "dist"), "--workpath", str(WORK / "work"), "--specpath", str(WORK)]
    options += ["--add-data", f"{SOURCE}{separator}source"]
    for module in sorted(_imported_modules()):
        options += ["--hidden-import", module]
    for package in sorted(_libraries()):
        options += ["--hidden-import" if package in _WITH_HOOKS else "--collect-all", package]
    for package in _UNUSED:
        options += ["--exclude-module", package]
    return [*options, str(ROOT / "deploy" / "program" / "start.py")]


def _imported_modules() -> set[str]:
    """Return the external modules that the source imports. PyInstaller can't detect imports in data files."""
    own = {path.stem for path in [*SOURCE.iterdir(), *(SOURCE / "pennant_baseball" / "house").iterdir()]}
    names = {name for path in SOURCE.rglob("*.py") for name in _imports_of(path)}
    return {name for name in names if name.split(".")[0] not in own and _is_installed(name)}


def _imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _is_installed(module: str) -> bool:
    top = module.split(".")[0]
    return top in sys.stdlib_module_names or top in importlib.metadata.packages_distributions()


def _libraries() -> set[str]:
    """Return the packages from every pinned library (requirements.lock)."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = {_plain(name) for name in re.findall(r"^([A-Za-z0-9_.-]+)==", lock, re.MULTILINE)}
    return {
        package
        for package, distributions in importlib.metadata.packages_distributions().items()
        if package not in _UNUSED and pinned & {_plain(name) for name in distributions}
    }


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _write_double_click_command(folder: Path) -> None:
    """Write the file that macOS opens in a Terminal window. It shows the sign-in link and can stop the program."""
    command = folder / "Start Pennant.command"
    command.write_text(f'#!/bin/sh\nexec "$(dirname "$0")/{NAME}"\n', encoding="utf-8")
    command.chmod(0o755)


def _archive(folder: Path) -> Path:
    """Pack the directory for download, and return the archive."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    target = folder.with_name(f"{NAME}-{system}-{platform.machine().lower()}")
    if sys.platform == "darwin":
        image = target.with_suffix(".dmg")
        image.unlink(missing_ok=True)
        command = ["hdiutil", "create", "-volname", NAME, "-srcfolder", str(folder), "-format", "UDZO", str(image)]
        subprocess.run(command, check=True)
        return image
    kind = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(target), kind, folder.parent, folder.name))


if __name__ == "__main__":
    main()
