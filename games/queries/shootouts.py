"""Load a shootout's page (T32.0): ballpark, innings and available pitchers."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from drafts.models import Ballpark, Pick, PlayerCard
from rules_engine.competition.shootout import may_pitch_inning, named_starter_still_pitches, shootout_park
from rules_engine.draft.ballpark import ParkNumbers
from rules_engine.eligibility.cards import PitchingRoles, may_start_by_card
from rules_engine.rulings import Ruling
from tournaments.models import Shootout, ShootoutHalf, Team, Tournament


class ShootoutPitcher(NamedTuple):
    """A team's pitcher, with the ruling on pitching the inning in question.

    `is_passed_over` is set if a different pitcher was named for the inning before the shootout started.
    """

    code: str
    name: str
    throws: str
    ruling: Ruling
    is_passed_over: bool = False

    @property
    def may_be_named(self) -> bool:
        return bool(self.ruling) and not self.is_passed_over


class InningLine(NamedTuple):
    """The score of an inning. An unfinished half-inning is None."""

    inning: int
    top: ShootoutHalf | None
    bottom: ShootoutHalf | None
    top_pitcher: str
    bottom_pitcher: str


@dataclass(frozen=True)
class ShootoutPage:
    shootout: Shootout
    picks: list[Pick]  # both teams' pitchers and ballparks

    @property
    def tournament(self) -> Tournament:
        return self.shootout.tournament

    @cached_property
    def names(self) -> dict[str, str]:
        return {pick.card.code: pick.card.name for pick in self.picks if pick.card is not None}

    @cached_property
    def park(self) -> ParkNumbers | None:
        """T32.0(1): return the average ballpark, or None if either ballpark has no numbers."""
        away, home = (self._park_of(team) for team in (self.shootout.away, self.shootout.home))
        return shootout_park(away, home) if away and home else None

    @property
    def park_line(self) -> str:
        if self.park is None:
            return "Pennant doesn't have both parks' numbers. Average them by hand, and round halves up."
        return (
            f"Home runs {self.park.homeruns_left} for left-handed and {self.park.homeruns_right} for right-handed "
            f"batters, singles {self.park.singles_left} and {self.park.singles_right}."
        )

    @property
    def pitching(self) -> Team:
        """Return the team that fields in the next half-inning."""
        return self.shootout.home if self.shootout.visitors_bat else self.shootout.away

    @property
    def batting(self) -> Team:
        return self.shootout.away if self.shootout.visitors_bat else self.shootout.home

    @property
    def half(self) -> str:
        return f"{'top' if self.shootout.visitors_bat else 'bottom'} of inning {self.shootout.inning}"

    @property
    def named(self) -> str:
        """Return the code of the starter named for the first inning, or "" from the second inning on."""
        if self.shootout.inning > 1:
            return ""
        return self.shootout.home_starter if self.shootout.visitors_bat else self.shootout.away_starter

    @property
    def hit_for_note(self) -> str:
        """T32.0(6): return a note if the visitors' starter pitches after being pinch hit for, or ""."""
        before = self.shootout.played[-1:]
        stays = named_starter_still_pitches(inning=self.shootout.inning, top=not self.shootout.visitors_bat)
        if not (stays and before and before[0].was_hit_for):
            return ""
        return f"{self.names.get(self.named, self.named)} was pinch hit for and still pitches this inning (T32.0(6))."

    @cached_property
    def pitchers(self) -> list[ShootoutPitcher]:
        """Return the fielding team's pitchers, each with the ruling on pitching now."""
        named = self.named
        staff = self.staff(self.pitching, self.shootout.inning)
        return [pitcher._replace(is_passed_over=bool(named) and pitcher.code != named) for pitcher in staff]

    @cached_property
    def hitters(self) -> list[ShootoutPitcher]:
        """Return the pitchers available to pinch hit in the pitcher's spot.

        Pinch hitting uses up a pitcher.
        """
        return self.staff(self.batting, self.shootout.inning)

    @property
    def finishers(self) -> list[ShootoutPitcher]:
        """T32.0(6): return the pitchers eligible for the inning, who can replace an injured pitcher."""
        return [pitcher for pitcher in self.staff(self.pitching, self.shootout.inning) if pitcher.ruling]

    def staff(self, team: Team, inning: int) -> list[ShootoutPitcher]:
        """T32.0(4)(5): return all of a team's pitchers, with the ruling on this inning."""
        return [
            ShootoutPitcher(card.code, card.name, card.throws, self._ruling(team, inning, pick))
            for pick in self.picks
            if pick.team_id == team.pk and (card := pick.card) is not None
        ]

    def may_start(self, code: str) -> bool:
        """T32.0(4): return whether the pitcher's card allows pitching in the first two innings."""
        cards = (pick.card for pick in self.picks if pick.card is not None and pick.card.code == code)
        return any(may_start_by_card(_roles(card), self.tournament.profile) for card in cards)

    def _ruling(self, team: Team, inning: int, pick: Pick) -> Ruling:
        card = pick.card
        assert card is not None
        in_field = 0 if team.pk == self.shootout.home_id else 1  # the home team pitches in the top half
        halves = list(enumerate(self.shootout.played))
        return may_pitch_inning(
            inning,
            _roles(card),
            self.tournament.profile,
            pitched=[n // 2 + 1 for n, half in halves if n % 2 == in_field and card.code in half.pitchers],
            pinch_hit=[n // 2 + 1 for n, half in halves if n % 2 != in_field and half.hitter == card.code],
        )

    @property
    def innings(self) -> list[InningLine]:
        played = self.shootout.played
        lines = []
        for number in range(0, len(played), 2):
            top, bottom = played[number], played[number + 1] if number + 1 < len(played) else None
            names = (self._names_in(half) if half else "" for half in (top, bottom))
            lines.append(InningLine(number // 2 + 1, top, bottom, *names))
        return lines

    def _names_in(self, half: ShootoutHalf) -> str:
        return ", injured; ".join(self.names.get(code, code) for code in half.pitchers)

    def _park_of(self, team: Team) -> ParkNumbers | None:
        pick = next((pick for pick in self.picks if pick.team_id == team.pk and pick.card_id is None), None)
        if pick is None:
            return None
        if pick.designed_park:
            return ParkNumbers(*[pick.designed_park["homeruns"]] * 2, *[pick.designed_park["singles"]] * 2)
        return _numbers(pick.park) if pick.park is not None else None


def _roles(card: PlayerCard) -> PitchingRoles:
    return PitchingRoles(card.is_starter, card.is_reliever, card.outs_pitched)


def _numbers(park: Ballpark) -> ParkNumbers | None:
    left, right = (park.homeruns_left, park.singles_left), (park.homeruns_right, park.singles_right)
    if None in (*left, *right):
        return None
    return ParkNumbers(left[0] or 0, right[0] or 0, left[1] or 0, right[1] or 0)


def shootouts_of(tournament: Tournament) -> QuerySet[Shootout]:
    return Shootout.objects.filter(tournament=tournament).select_related("tournament", "division", "home", "away")


def shootout_page(shootout: Shootout) -> ShootoutPage:
    """Return the page with both teams' drafted players. Runs a single query.

    The shootout can be unsaved.
    """
    drafted = Pick.objects.filter(team__in=(shootout.home_id, shootout.away_id)).exclude(card__is_pitcher=False)
    return ShootoutPage(shootout, [pick for pick in drafted.select_related("card", "park") if not pick.is_skipped])
