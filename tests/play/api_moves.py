"""Choose moves that programs make at a table through the API."""

from typing import Any


def move_of_prompt(prompt: dict[str, Any], *, choice: int = -1) -> dict[str, Any] | None:
    """Return a move that answers an API prompt, or None if its seat waits.

    Args:
        choice: The index of the choice that answers a question.
    """
    if prompt["kind"] == "ready":
        return {"move": "roll"}
    if prompt["kind"] == "dice":
        return {"move": "dice", "dice": str(prompt["highest"])}
    if prompt["kind"] == "ask":
        return {"move": "answer", "choice": prompt["choices"][choice]["key"]}
    if prompt["kind"] == "settle":
        players = {"enters": "", "leaves": ""} if prompt["moves"] else prompt["candidates"][0]
        return {"move": "settle", "enters": players["enters"], "leaves": players["leaves"]}
    return None
