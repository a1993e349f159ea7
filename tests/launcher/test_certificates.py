"""Test HTTPS on the local network: valid certificates, their effects, and a real server that uses one."""

import json
import ssl
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pennant_baseball import running
from pennant_baseball.certificates import Certificate, NoCertificate
from tests.browser.installation import Site

Make = Callable[..., dict[str, str]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def settings(*names: str, days: int = 30, name: str = "hall") -> dict[str, str]:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hall")])
        builder = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        start = datetime.now(UTC) - timedelta(days=60)
        builder = builder.serial_number(1).not_valid_before(start).not_valid_after(datetime.now(UTC) + timedelta(days))
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), False)
        certificate, key_file = tmp_path / f"{name}.pem", tmp_path / f"{name}-key.pem"
        certificate.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
        plain = serialization.NoEncryption()
        private = serialization.PrivateFormat.PKCS8
        key_file.write_bytes(key.private_bytes(serialization.Encoding.PEM, private, plain))
        return {"HTTPS_CERTIFICATE": str(certificate), "HTTPS_KEY": str(key_file)}

    return settings


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def test_no_settings_means_no_certificate() -> None:
    assert Certificate.from_environment({}) is None


def test_phone_address_uses_the_first_public_certificate_name(make: Make) -> None:
    certificate = Certificate.from_environment(make("localhost", "127.0.0.1", "pennant.local", "192.168.1.5", "*.a.b"))
    assert certificate is not None
    assert certificate.address("8000") == "https://pennant.local:8000"
    assert certificate.address("443") == "https://pennant.local"
    assert certificate.address("8000", "https://192.168.1.5:8000/") == "https://192.168.1.5:8000"
    assert certificate.keyboard_address("8000", "https://pennant.local:8000") == "https://localhost:8000"
    settings = certificate.environment({"HSTS_SECONDS": "60"})
    assert settings == {"ALLOWED_HOSTS": "pennant.local,192.168.1.5,localhost,127.0.0.1,[::1]"}
    assert certificate.environment({})["HSTS_SECONDS"] == "0"


@pytest.mark.parametrize("public_url", ["http://pennant.local:8000", "https://hall.example"])
def test_public_url_must_match_the_certificate(make: Make, public_url: str) -> None:
    certificate = Certificate.from_environment(make("pennant.local"))
    assert certificate is not None
    with pytest.raises(NoCertificate, match="PUBLIC_URL"):
        certificate.address("8000", public_url)


def test_invalid_certificate_error_includes_its_setting(make: Make, tmp_path: Path) -> None:
    good, second = make("pennant.local"), make("pennant.local", name="second")
    text = tmp_path / "text.pem"
    text.write_text("no certificate")
    for settings, mark in [
        ({**good, "HTTPS_KEY": ""}, "HTTPS_KEY is missing"),
        ({"HTTPS_KEY": good["HTTPS_KEY"]}, "HTTPS_CERTIFICATE is missing"),
        ({**good, "HTTPS_CERTIFICATE": str(tmp_path / "none.pem")}, "can't be read"),
        ({**good, "HTTPS_CERTIFICATE": str(tmp_path)}, "can't be read"),
        ({**good, "HTTPS_KEY": second["HTTPS_KEY"]}, "is not the key for"),
        ({**good, "HTTPS_CERTIFICATE": str(text)}, "is not the key for"),
        (make("pennant.local", days=-1, name="old"), "expired on"),
        (make(name="nameless"), "has no host name"),
        (make("localhost", "127.0.0.1", name="own"), "has no host name that phones can open"),
    ]:
        with pytest.raises(NoCertificate, match=mark):
            Certificate.from_environment(settings)


def test_launcher_reports_a_bad_certificate_and_starts_nothing(
    make: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in make("pennant.local", days=-1).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(running, "_children", lambda *arguments, **options: pytest.fail("started"))
    assert "expired on" in str(running.run_here("127.0.0.1", "18765", browser=False))


def test_server_with_a_certificate_signs_in_over_https(make: Make, tmp_path: Path) -> None:
    certificate = Certificate.from_environment(make("pennant.local", "localhost"))
    assert certificate is not None
    site = Site(tmp_path)
    try:
        site.make_tables()
        port = str(site.port)
        command = ["-m", "uvicorn", *running.server_options("127.0.0.1", port), *certificate.server_options()]
        site.start_web(command, PUBLIC_URL=certificate.address(port), **certificate.environment({}))
        context = ssl.create_default_context(cafile=certificate.file)
        with urllib.request.urlopen(f"https://localhost:{port}/health/live/", context=context) as answer:
            assert "version" in json.load(answer)
        with urllib.request.urlopen(f"https://localhost:{port}/sign-in/", context=context) as answer:
            assert answer.status == 200
            assert "Secure" in answer.headers["Set-Cookie"]
            assert answer.headers["Strict-Transport-Security"] is None
    finally:
        site.close()
