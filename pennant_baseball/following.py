"""`pennant follow`: run as another computer's standby, and become the leader on a takeover."""

import argparse
import signal
import subprocess
import sys
import time
import webbrowser
from collections.abc import Sequence

from core.standby_files import StandbyFiles, StandbyRecord, is_computer
from pennant_baseball.children import Child, children_environment
from pennant_baseball.places import data_folder, program_folder
from pennant_baseball.ports import NoPort, address_for_keyboard, address_for_phones, check_port, wait_for_port
from pennant_baseball.running import (
    add_server_arguments,
    has_screen,
    interrupt_once,
    print_lines,
    run_here,
    server_options,
    stop_children,
    stop_signals,
)

_SECONDS_TO_ANSWER = 60


def follow(arguments: Sequence[str], command: str = "pennant follow") -> int | str:
    """Follow until Ctrl-C, or until this computer has taken over and stops. Return an exit code or a message."""
    options = _parse_arguments(arguments, command)
    try:
        check_port(options.host, options.port)
    except NoPort as error:
        return str(error)
    own_host = address_for_phones(options.host).replace("localhost", "127.0.0.1")
    address = f"http://{own_host}:{options.port}"
    if not _pair(options.leader, options.code, address):
        return 1
    is_leader = _follow_until_takeover(options.host, options.port, options.leader, browser=not options.no_browser)
    if not is_leader:
        return 0
    print_lines(["", "This computer is now the leader. Starting Pennant …"])
    return run_here(options.host, options.port, browser=False)


def _parse_arguments(arguments: Sequence[str], command: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=command, description="Copy everything from another computer, and take over if that computer fails."
    )
    parser.add_argument("leader", help="the address of the other computer, or its backup folder on a USB drive")
    parser.add_argument("--code", default="", help="the pairing code on the other computer's standby page")
    add_server_arguments(parser)
    return parser.parse_args(arguments)


def _pair(leader: str, code: str, own_address: str) -> bool:
    """Pair this computer in a separate process, which prints any errors. Prompt for the code if necessary."""
    is_known = StandbyFiles(data_folder()).read(StandbyRecord.FOLLOWING).get("leader") == leader
    if is_computer(leader) and not code and not is_known:
        code = input("Pairing code: ")
    command = [sys.executable, str(program_folder() / "manage.py"), "pair_standby", leader]
    command += ["--code", code, "--own-address", own_address]
    environment = {**children_environment(), "PENNANT_DATA": str(data_folder())}
    return not subprocess.run(command, env=environment, check=False).returncode


def _follow_until_takeover(host: str, port: str, leader: str, *, browser: bool) -> bool:
    """Run a standby's page and replication. Return whether this computer is the leader at the end."""
    for number in stop_signals():
        signal.signal(number, interrupt_once)
    environment = {**children_environment(), "PENNANT_FOLLOWS": "true"}
    web = ["uvicorn", *server_options(host, port)]
    children = [Child(["manage", "follow_leader"], environment), Child(web, environment)]
    files = StandbyFiles(data_folder())
    try:
        if not all(child.keep_running() for child in children) or not wait_for_port(port, _SECONDS_TO_ANSWER, host):
            print_lines(["The standby did not start. The lines above show why."])
            return False
        page = f"http://{address_for_keyboard(host)}:{port}/"
        print_lines(["", f"This computer is following {leader}.", f"Take over at    {page}", "Ctrl-C stops it."])
        if browser and has_screen(sys.platform):
            webbrowser.open(page)
        while not files.read(StandbyRecord.TOOK_OVER):
            if not all(child.keep_running() for child in children):
                return False
            time.sleep(0.2)
    except KeyboardInterrupt:
        print_lines(["", "Stopping …"])
        return False
    else:
        return True
    finally:
        stop_children(children)
