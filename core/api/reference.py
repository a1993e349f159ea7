"""Build the API reference pages' data from the OpenAPI schema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator

_METHODS: Final = ("get", "post", "put", "patch", "delete")
_LIMITS: Final = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minimum": "{} or more",
    "maximum": "{} or less",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ApiField:
    """A parameter or a JSON body value. `name` is a path such as `games[].innings`."""

    name: str
    kind: str
    place: str = ""  # "path" or "query" for parameters
    is_required: bool = False
    description: str = ""

    @property
    def type_text(self) -> str:
        place = f", in the {self.place}" if self.place else ""
        required = ", required" if self.is_required else ""
        return f"{self.kind}{place}{required}"


@dataclass(frozen=True, slots=True)
class ApiResponse:
    status: str
    description: str
    content_type: str
    fields: tuple[ApiField, ...]


@dataclass(frozen=True, slots=True)
class ApiOperation:
    method: str
    path: str
    summary: str
    details: str
    parameters: tuple[ApiField, ...]
    body: tuple[ApiField, ...]
    responses: tuple[ApiResponse, ...]

    @property
    def anchor(self) -> str:
        return f"{self.method}{self.path.removeprefix('/api/v1').replace('/', '-').strip('-')}".translate(_NO_BRACES)


@dataclass(frozen=True, slots=True)
class ApiGroup:
    """A group of operations on the same kind of resource."""

    key: str
    title: str
    operations: tuple[ApiOperation, ...]


_NO_BRACES: Final = str.maketrans("", "", "{}")


@cache
def api_groups() -> dict[str, ApiGroup]:
    """Return the reference groups by key. They depend only on the program, so they are built once."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    components = schema["components"]["schemas"]
    operations: dict[str, list[ApiOperation]] = {}
    for path, methods in schema["paths"].items():
        for method in _METHODS:
            if method in methods:
                operation = methods[method]
                operations.setdefault(operation["tags"][0], []).append(_operation(method, path, operation, components))
    return {
        key: ApiGroup(key, key.replace("-", " ").capitalize(), tuple(operations[key])) for key in sorted(operations)
    }


def _operation(method: str, path: str, operation: Schema, components: Schema) -> ApiOperation:
    summary = operation.get("summary", "")
    description = operation.get("description", "")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return ApiOperation(
        method=method.upper(),
        path=path,
        summary=summary,
        details=description.removeprefix(summary).lstrip(". \n"),
        parameters=tuple(_parameter(parameter, components) for parameter in operation.get("parameters", ())),
        body=tuple(_fields(body, components)) if body else (),
        responses=tuple(_response(status, response, components) for status, response in operation["responses"].items()),
    )


def _parameter(parameter: Schema, components: Schema) -> ApiField:
    return ApiField(
        name=parameter["name"],
        kind=_kind(parameter["schema"], components),
        place=parameter["in"],
        is_required=parameter.get("required", False),
        description=_without_choices(parameter.get("description", "")),
    )


def _response(status: str, response: Schema, components: Schema) -> ApiResponse:
    for content_type, content in response.get("content", {}).items():
        schema = content.get("schema", {})
        fields = tuple(_fields(schema, components))
        return ApiResponse(status, response.get("description", ""), content_type, fields)
    return ApiResponse(status, response.get("description", ""), "", ())


def _fields(schema: Schema, components: Schema, path: str = "", parents: tuple[str, ...] = ()) -> Iterator[ApiField]:
    """Yield a body's values. Nested values follow the value that contains them.

    Args:
        parents: The names of the enclosing components, to stop the recursion.
    """
    name = _component_name(schema)
    if name in parents:
        return
    around = (*parents, name) if name else parents
    resolved = _resolve(schema, components)
    if resolved.get("type") == "array":
        yield from _fields(resolved["items"], components, f"{path}[]", around)
        return
    required = resolved.get("required", ())
    for key, value in resolved.get("properties", {}).items():
        field_path = f"{path}.{key}" if path else key
        yield ApiField(
            name=field_path,
            kind=_kind(value, components),
            is_required=key in required,
            description=_without_choices(value.get("description", "")),
        )
        yield from _fields(value, components, field_path, around)


def _component_name(schema: Schema) -> str:
    """Return the name of the component that a schema references, or ""."""
    reference = schema.get("$ref", "")
    for part in schema.get("allOf", ()):
        reference = part.get("$ref", reference)
    return str(reference).rpartition("/")[2]


def _resolve(schema: Schema, components: Schema) -> Schema:
    name = _component_name(schema)
    resolved: Schema = components[name] if name else schema
    return resolved


def _kind(schema: Schema, components: Schema) -> str:
    """Describe a value's type and limits in words."""
    resolved = _resolve(schema, components)
    choices = [choice for choice in resolved.get("enum", ()) if choice not in ("", None)]
    for option in resolved.get("oneOf", ()):
        choices += [choice for choice in _resolve(option, components).get("enum", ()) if choice not in ("", None)]
    if choices:
        words = [f"one of {', '.join(str(choice) for choice in choices)}"]
    elif resolved.get("type") == "array":
        words = [f"list of {_kind(resolved['items'], components)}"]
    else:
        words = [_type_name(resolved)]
        words += [sentence.format(resolved[limit]) for limit, sentence in _LIMITS.items() if limit in resolved]
    if resolved.get("nullable") or schema.get("nullable"):
        words.append("or null")
    if "default" in schema:
        words.append(f"default {schema['default']}")
    return ", ".join(words)


def _type_name(schema: Schema) -> str:
    formats = {"date-time": "date and time", "date": "date", "uri": "address"}
    return formats.get(schema.get("format", ""), str(schema.get("type", "any value")))


def _without_choices(description: str) -> str:
    """Remove the list of choices appended by the schema generator, because the type already lists them."""
    lines = [line for line in description.splitlines() if not line.startswith("* `")]
    return " ".join(lines).strip()
