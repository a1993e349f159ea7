"""Test requests to external servers, against a real HTTPS server on this machine."""

import contextlib
import socket
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from core.errors import Refused
from core.outgoing import CallFailed, CallLimits, is_public, parse_destination, post_json, resolve_public_address

CERTIFICATE = Path(__file__).parent / "localhost.pem"


class HttpsServer:
    """A server that responds with one status and stores the requests it receives."""

    def __init__(self, status=204, headers=(), drips=False):
        self.bodies, self.headers = [], []
        outer = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self):
                outer.headers.append(dict(self.headers))
                outer.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                if drips:
                    self.drip()
                    return
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.end_headers()

            def drip(self):
                with contextlib.suppress(OSError):  # the caller has disconnected
                    while not outer.ended:
                        self.wfile.write(b"H")
                        time.sleep(0.05)

            def log_message(self, *_):
                pass

        self.ended = False
        self.server = HTTPServer(("127.0.0.1", 0), Answer)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"https://localhost:{self.server.server_port}/hooks/7?key=secret"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.ended = True
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def https_server():
    servers = []

    def start(**facts):
        servers.append(HttpsServer(**facts))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def this_machine(**more):
    return CallLimits(("127.0.0.0/8", "::1/128"), ssl.create_default_context(cafile=str(CERTIFICATE)), **more)


def test_posts_a_document_and_checks_the_certificate(https_server):
    server = https_server()
    post_json(server.address, {"content": "1.01"}, this_machine())
    assert server.bodies == [b'{"content": "1.01"}']
    with pytest.raises(CallFailed, match="localhost can't be reached: its certificate is not valid"):
        post_json(server.address, {}, CallLimits(("127.0.0.0/8", "::1/128")))


def test_rejects_a_local_address_by_default(https_server):
    server = https_server()
    with pytest.raises(CallFailed, match="localhost is not a public internet address"):
        post_json(server.address, {})
    assert server.bodies == []


@pytest.mark.parametrize(
    ("facts", "sentence", "wait"),
    [
        ({"status": 302, "headers": [("Location", "https://localhost/")]}, "redirects to another address", 0),
        ({"status": 404}, "localhost returned 404", 0),
        ({"status": 429, "headers": [("Retry-After", "7")]}, "localhost returned 429", 7),
        ({"status": 429, "headers": [("Retry-After", "99999")]}, "localhost returned 429", 120),
    ],
)
def test_failure_message_hides_the_address_and_redirects_are_not_followed(https_server, facts, sentence, wait):
    with pytest.raises(CallFailed, match=sentence) as failed:
        post_json(https_server(**facts).address, {}, this_machine())
    assert failed.value.wait == wait
    assert "secret" not in str(failed.value)


def test_slow_drip_response_times_out(https_server):
    started_at = time.monotonic()
    with pytest.raises(CallFailed, match="localhost can't be reached"):
        post_json(https_server(drips=True).address, {}, this_machine(seconds=0.5))
    assert time.monotonic() - started_at < 8


PRIVATE = (
    *("10.0.0.1", "172.16.3.4", "192.168.1.1", "127.0.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    # some Python versions count the first three as public
    *("192.0.0.9", "192.0.0.10", "64:ff9b:1::808:808", "192.0.0.8", "64:ff9b:1::a00:1"),
    *("::1", "::", "fe80::1%eth0", "fd00::1", "fec0::1", "ff02::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1"),
    *("64:ff9b::a00:1", "2002:7f00:1::", "2002:a00:1::", "fd00:ec2::254", "255.255.255.255", "198.18.0.1"),
)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "162.159.128.233", "2606:4700::1111", "64:ff9b::808:808"])
def test_internet_addresses_are_public(address):
    assert is_public(address)


def test_rejects_a_hostname_with_any_private_address(monkeypatch):
    answers = [(2, 1, 6, "", ("8.8.8.8", 443)), (2, 1, 6, "", ("10.0.0.8", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    with pytest.raises(CallFailed, match="not a public internet address"):
        resolve_public_address(parse_destination("https://hooks.example/"))


def test_call_uses_the_checked_address_despite_dns_rebinding(monkeypatch):
    answers, called = iter(["8.8.8.8", "127.0.0.1"]), []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (next(answers), 443))])

    def refuse(address, *_):
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(CallFailed, match="ConnectionRefusedError"):
        post_json("https://hooks.example/", {})
    assert called == [("8.8.8.8", 443)]


@pytest.mark.parametrize(
    "address",
    [
        *("http://discord.com/x", "discord.com/x", "https://", "https:///x", "ftp://discord.com", "file:///etc/passwd"),
        *("https://ann:secret@discord.com/", "https://discord.com:99999/", "https://discord.com/a b", "https://[::1/"),
        *("https://discord.com/\r\nHost: x", "https://a..b/", "https://discord.com/é"),
    ],
)
def test_rejects_an_address_that_is_not_https(address):
    with pytest.raises(Refused):
        parse_destination(address)
