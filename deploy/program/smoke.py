"""Start the built program as a director would, sign in, and stop it: `python deploy/program/smoke.py dist/Pennant`."""

import http.cookiejar
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import urllib.request
from pathlib import Path
from typing import IO, Final

PORT: Final = "8731"
SECONDS_TO_START: Final = 180


def main(folder: Path) -> None:
    name = "Pennant.exe" if sys.platform == "win32" else "Pennant"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        environment = {**os.environ, "PENNANT_DATA": data, "ANNOUNCE_NAME": "false"}
        options = {"creationflags": 0x200} if sys.platform == "win32" else {}  # a separate group, for Ctrl-Break
        command = [str(folder.resolve() / name), "run", "--host", "127.0.0.1", "--port", PORT, "--no-browser"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, **options) as program:  # type: ignore[call-overload]
            try:
                _sign_in(_sign_in_link(program.stdout))
            finally:
                program.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
                try:
                    program.wait(60)
                except subprocess.TimeoutExpired:
                    program.kill()
                    raise
        if program.returncode:
            sys.exit(f"The program stopped with {program.returncode}.")
    sys.stdout.write("The program started, signed in and stopped.\n")


def _sign_in_link(output: IO[str]) -> str:
    """Return the director's sign-in link from the greeting, and print the rest of the output."""
    links: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in output:
            sys.stdout.write(line)
            if match := re.search(r"http://\S+/join/\S+", line):
                links.put(match[0])

    threading.Thread(target=read, daemon=True).start()
    return links.get(timeout=SECONDS_TO_START)


def _sign_in(link: str) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    page = browser.open(link, timeout=60).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    if token is None:
        sys.exit("The sign-in page has no form.")
    form = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
    with browser.open(link, form, timeout=60) as home:
        if "/new/" not in home.read().decode():
            sys.exit("The director isn't signed in.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
