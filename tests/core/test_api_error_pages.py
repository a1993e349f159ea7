"""Test that an unknown or malformed URL under /api/ gets a JSON response."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/api/v1/nothing/", "/api/v2/tournaments/", "/api/v1/tournaments"])
def test_unknown_api_path_returns_json(address: str) -> None:
    response = Client().get(address)
    if response.status_code == 301:  # to the URL with a slash
        return
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["detail"] == f"Nothing is at {address}."


def test_unknown_page_returns_html() -> None:
    response = Client().get("/nothing/")
    assert (response.status_code, response.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
