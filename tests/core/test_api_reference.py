"""Test the API reference: every operation with its values, on pages without script."""

import pytest
from django.test import Client

from core.api.reference import ApiField, ApiOperation, api_groups

pytestmark = pytest.mark.django_db


def operation(group: str, method: str, ending: str) -> ApiOperation:
    operations = api_groups()[group].operations
    (match,) = [entry for entry in operations if entry.method == method and entry.path.endswith(ending)]
    return match


def test_reference_lists_limits_choices_and_nested_values() -> None:
    pick = operation("drafts", "POST", "/picks/")
    assert {field.name for field in pick.parameters} == {"slug", "division_id"}
    assert all(field.is_required and field.place == "path" for field in pick.parameters)
    assert [response.status for response in pick.responses] == ["201", "4XX"]
    cards = operation("card-sets", "GET", "/cards/")
    by_name = {field.name: field for field in cards.parameters}
    assert by_name["hand"] == ApiField("hand", "one of L, R, S", "query", False, "bats; for pitchers throws")
    assert by_name["eligible"].kind == "boolean, default False"
    (answer,) = [response for response in cards.responses if response.status == "200"]
    assert "results[].name" in {field.name for field in answer.fields}


def test_index_and_groups_show_every_operation(client: Client) -> None:
    index = client.get("/api/").content.decode()
    for key, group in api_groups().items():
        page = client.get(f"/api/reference/{key}/").content.decode()
        for entry in group.operations:
            assert f'href="/api/reference/{key}/#{entry.anchor}"' in index
            assert f'id="{entry.anchor}"' in page
    anchors = [entry.anchor for group in api_groups().values() for entry in group.operations]
    assert len(anchors) == len(set(anchors))
    assert client.get("/api/reference/no-such-group/").status_code == 404
