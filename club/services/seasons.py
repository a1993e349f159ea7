"""Correct points with a reason, and decide what counts in a season."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils import timezone

from club.models import ClubChange, ClubTournament, Person, PointsCorrection, SeasonFormula
from club.queries.formulas import PLUGIN_KEY
from club.refusals import SeasonRefusal
from club.services.changes import club_writing, record_change
from core.errors import Refused
from core.names import clean_name
from core.plugins import plugin_named
from pennant_baseball.plugins import POINTS_FORMULAS
from rules_engine.competition.points import PUBLISHED
from tournaments.action_log.writing import Actor

_MOST_POINTS: Final = 1000
_LONGEST_REASON: Final = 200


class FormulaNumber(NamedTuple):
    """A number in the formula that a club can set."""

    label: str
    most: int


FORMULA_NUMBERS: Final[dict[str, FormulaNumber]] = {
    "win": FormulaNumber("Points for a win", 100),
    "over_500": FormulaNumber("Points for a game over .500", 100),
    "playoff_win": FormulaNumber("Points for a playoff win", 100),
    "champion": FormulaNumber("Champion's points per entrant", 100),
    "runner_up": FormulaNumber("Runner-up's points per entrant", 100),
    "norm_games": FormulaNumber("Scale longer schedules to this many games", 200),
    "norm_playoff_wins": FormulaNumber("Scale longer playoffs to this many wins", 50),
    "best": FormulaNumber("Tournaments that count", 50),
    "regionals": FormulaNumber("Additional regionals that count", 20),
    "least_face_to_face": FormulaNumber("Of these, at least this many face to face", 50),
}


def correct_points(*, person: Person | None, year: int, points: str, reason: str, actor: Actor) -> PointsCorrection:
    """Add points to a person's year, or subtract some."""
    amount = _read_points(points)
    reason = clean_name(reason)[:_LONGEST_REASON]
    if person is None:
        raise Refused(SeasonRefusal.NO_SUCH_PERSON, field="person")
    if not reason:
        raise Refused(SeasonRefusal.NO_REASON, field="reason")
    with club_writing():
        correction = PointsCorrection.objects.create(person=person, year=year, points=amount, reason=reason)
        facts = {"correction": correction.pk, "year": year, "points": str(amount)}
        record_change(kind=ClubChange.Kind.CORRECT, actor=actor, person=person, after=facts)
    return correction


def _read_points(text: str) -> Decimal:
    try:
        points = Decimal(text.strip()).quantize(Decimal("0.01"))
    except InvalidOperation:
        raise Refused(SeasonRefusal.BAD_POINTS, field="points") from None
    if not points.is_finite() or not points or abs(points) > _MOST_POINTS:
        raise Refused(SeasonRefusal.BAD_POINTS, field="points")
    return points


def withdraw_correction(*, correction: PointsCorrection, actor: Actor) -> None:
    """Withdraw a correction. It stays in the list of changes."""
    with club_writing():
        correction = PointsCorrection.objects.select_related("person").get(pk=correction.pk)
        if correction.withdrawn_at is not None:
            raise Refused(SeasonRefusal.ALREADY_WITHDRAWN)
        correction.withdrawn_at = timezone.now()
        correction.save(update_fields=["withdrawn_at"])
        facts = {"correction": correction.pk, "year": correction.year, "points": str(correction.points)}
        record_change(kind=ClubChange.Kind.UNDO, actor=actor, person=correction.person, before=facts)


def set_tournament_facts(
    *, facts: ClubTournament, is_counted: bool, is_regional: bool, is_face_to_face: bool, actor: Actor
) -> None:
    """Set whether a tournament counts, is a Regional, and was played face to face."""
    with club_writing():
        facts = ClubTournament.objects.get(pk=facts.pk)
        before = _tournament_facts(facts)
        facts.is_counted, facts.is_regional, facts.is_face_to_face = is_counted, is_regional, is_face_to_face
        facts.is_chosen = True
        facts.save(update_fields=["is_counted", "is_regional", "is_face_to_face", "is_chosen"])
        after = _tournament_facts(facts)
        if before != after:
            record_change(kind=ClubChange.Kind.SETTINGS, actor=actor, before=before, after=after)


def _tournament_facts(facts: ClubTournament) -> dict[str, int | bool]:
    return {
        "tournament": facts.tournament_id,
        "is_counted": facts.is_counted,
        "is_regional": facts.is_regional,
        "is_face_to_face": facts.is_face_to_face,
    }


def set_formula(*, year: int, numbers: Mapping[str, str], actor: Actor, plugin: str = "") -> None:
    """Set a year's points formula. Blank fields use the published values. A plugin overrides the numbers.

    Raises:
        Refused: A number isn't allowed, or the plugin can't be used and wasn't chosen before.
    """
    stored = {PLUGIN_KEY: plugin} if plugin else {}
    for name, entry in FORMULA_NUMBERS.items():
        text = numbers.get(name, "").strip()
        published = getattr(PUBLISHED, name)
        number = _read_number(name, text, entry) if text else published
        if number != published:
            stored[name] = str(number)
    with club_writing():
        before = SeasonFormula.objects.filter(year=year).values_list("numbers", flat=True).first()
        if plugin and plugin != (before or {}).get(PLUGIN_KEY):
            _check_plugin(plugin)
        SeasonFormula.objects.update_or_create(year=year, defaults={"numbers": stored})
        if (before or {}) != stored:
            old_numbers, new_numbers = {"year": year, **(before or {})}, {"year": year, **stored}
            record_change(kind=ClubChange.Kind.SETTINGS, actor=actor, before=old_numbers, after=new_numbers)


def _check_plugin(name: str) -> None:
    chosen = plugin_named(POINTS_FORMULAS, name)
    if chosen.fault:
        raise Refused(SeasonRefusal.NO_SUCH_FORMULA, field="plugin", problem=chosen.problem)


def _read_number(name: str, text: str, entry: FormulaNumber) -> Fraction | int:
    """Parse a number such as 2, 0.5 or 1/3."""
    try:
        number: Fraction | int = type(getattr(PUBLISHED, name))(text)
    except (ValueError, ZeroDivisionError):
        raise Refused(SeasonRefusal.BAD_NUMBER, field=name, label=entry.label, most=entry.most) from None
    if not 0 <= number <= entry.most:
        raise Refused(SeasonRefusal.BAD_NUMBER, field=name, label=entry.label, most=entry.most)
    return number
