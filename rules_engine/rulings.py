"""A ruling: what is allowed, under which printed rule, and the arithmetic that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NO_FACTS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision. `rule` is a printed number as a string ("T31.1" is not "T31.10"); `reason` is one sentence."""

    allowed: bool
    rule: str
    reason: str
    facts: Mapping[str, object] = field(default_factory=lambda: _NO_FACTS, compare=False)

    def __bool__(self) -> bool:
        return self.allowed

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}"


def allow(rule: str, reason: str, **facts: object) -> Ruling:
    return Ruling(True, rule, reason, MappingProxyType(facts))


def refuse(rule: str, reason: str, **facts: object) -> Ruling:
    return Ruling(False, rule, reason, MappingProxyType(facts))


def first_refusal(*rulings: Ruling) -> Ruling:
    """The first ruling that refuses, else the last one given."""
    return next((ruling for ruling in rulings if not ruling.allowed), rulings[-1])
