"""Serve https on the local network with the user's own certificate."""

import os
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import urlsplit

_OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")


class NoCertificate(ValueError):
    """The certificate can't be used. The message names the incorrect setting and how to fix it."""


class Certificate(NamedTuple):
    """A certificate with its key, and the host names that it is valid for."""

    file: str
    key_file: str
    names: tuple[str, ...]

    @classmethod
    def from_environment(cls, variables: Mapping[str, str] = os.environ) -> Self | None:
        """Return the certificate from HTTPS_CERTIFICATE and HTTPS_KEY, or None if neither is set.

        Raise NoCertificate if the certificate can't be used.
        """
        file, key_file = variables.get("HTTPS_CERTIFICATE", "").strip(), variables.get("HTTPS_KEY", "").strip()
        if not file and not key_file:
            return None
        for setting, path in (("HTTPS_CERTIFICATE", file), ("HTTPS_KEY", key_file)):
            if not path:
                raise NoCertificate(f"{setting} is missing. Set both HTTPS_CERTIFICATE and HTTPS_KEY, or neither.")
            if not os.access(path, os.R_OK) or not Path(path).is_file():
                raise NoCertificate(f"{setting}={path} can't be read. Use the path to a PEM file.")
        _check_pair(file, key_file)
        return cls(str(Path(file).absolute()), str(Path(key_file).absolute()), _names_in(file))

    def address(self, port: str, public_url: str = "") -> str:
        """Return the URL for phones: the configured URL, or one with the certificate's first name."""
        if not public_url:
            return f"https://{self.names[0]}" + ("" if port == "443" else f":{port}")
        parts = urlsplit(public_url)
        if parts.scheme != "https" or parts.hostname not in self.names:
            raise NoCertificate(
                f"PUBLIC_URL={public_url} doesn't match the certificate. "
                f"Leave it out, or start with https:// and one of these names: {', '.join(self.names)}."
            )
        return public_url.rstrip("/")

    def keyboard_address(self, port: str, address: str) -> str:
        """Return the URL for the browser on this computer."""
        return f"https://localhost:{port}" if "localhost" in self.names else address

    def server_options(self) -> list[str]:
        """Return the web server's arguments."""
        return ["--ssl-certfile", self.file, "--ssl-keyfile", self.key_file]

    def environment(self, variables: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Return the settings that a certificate changes, except those that are already set.

        HSTS is off, because browsers would reject plain http at a local network name for a year.
        """
        hosts = ",".join(dict.fromkeys((*self.names, *_OWN_NAMES)))
        defaults = {"ALLOWED_HOSTS": hosts, "HSTS_SECONDS": "0"}
        return {name: value for name, value in defaults.items() if not variables.get(name)}


def _check_pair(file: str, key_file: str) -> None:
    """Check that the key belongs to the certificate."""
    try:
        # an encrypted key would prompt for its password on the keyboard, once per process
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file, key_file, password=lambda: b"")
    except (ssl.SSLError, ValueError):
        raise NoCertificate(
            f"HTTPS_KEY={key_file} is not the key for HTTPS_CERTIFICATE={file}, or one of the two "
            "files is encrypted or not in PEM format. Make both again."
        ) from None


def _names_in(file: str) -> tuple[str, ...]:
    """Return the host names that a certificate is valid for.

    Raise NoCertificate if there are none or it has expired.
    """
    from cryptography import x509  # noqa: PLC0415 - few computers have a certificate

    certificate = x509.load_pem_x509_certificate(Path(file).read_bytes())
    if certificate.not_valid_after_utc <= datetime.now(UTC):
        ended = f"{certificate.not_valid_after_utc:%Y-%m-%d}"
        raise NoCertificate(f"HTTPS_CERTIFICATE={file} expired on {ended}. Make a new one.")
    try:
        alternatives = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        raise NoCertificate(
            f"HTTPS_CERTIFICATE={file} has no host name (subject alternative name). Make another."
        ) from None
    names = [name for name in alternatives.get_values_for_type(x509.DNSName) if not name.startswith("*")]
    addresses = [str(address) for address in alternatives.get_values_for_type(x509.IPAddress)]
    hosts = sorted(names + addresses, key=_is_of_this_computer)
    if not hosts or _is_of_this_computer(hosts[0]):
        raise NoCertificate(
            f"HTTPS_CERTIFICATE={file} has no host name that phones can open. Make a certificate that has one."
        )
    return tuple(hosts)


def _is_of_this_computer(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
