"""Run a proxy to a server that a test can cut and restore. A cut closes connections like a pulled cable."""

import contextlib
import socket
import threading

from tests.machine import free_port


class Line:
    """A proxy that listens on `port` and forwards everything to the server behind it."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self._server = (host, port)
        self.port = free_port()
        self._ends: set[socket.socket] = set()
        self._door: socket.socket | None = None

    def mend(self) -> None:
        self._door = socket.socket()
        self._door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._door.bind(("127.0.0.1", self.port))
        self._door.listen(64)
        threading.Thread(target=self._let_in, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        """Reject new clients, and send nothing more to connected ones."""
        ends, self._ends = list(self._ends), set()
        for end in [self._door, *ends] if self._door else ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._door = None

    def _let_in(self, door: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller, _ = door.accept()
                try:
                    server = socket.create_connection(self._server, timeout=60)
                except OSError:
                    caller.close()
                    continue
                self._ends |= {caller, server}
                for source, target in ((caller, server), (server, caller)):
                    threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                target.sendall(piece)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            self._ends.discard(end)
