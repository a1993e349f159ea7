"""Scenes of submitted results: eligible pitchers, ends of games, and their duration."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from games.scoresheet.entries import GameEntry
from games.scoresheet.faults import Violations
from games.scoresheet.sheet import SaveMode, Scoresheet, SubmittedBy
from games.services.declared import declare_rotation
from tests.edition_scenes.scene import Scene, director, words
from tests.games.building import DESK, League, complete_games, read_entries, won_by_home
from tournaments.models import Series, Team

SAVED = "every game is saved"


def saved(league: League, games: list[GameEntry], series: Series | None = None) -> str:
    """Save the results. Return the success value or all errors shown to the director."""
    try:
        league.save(games, series)
    except Violations as refused:
        return " ".join(map(str, refused.faults))
    return SAVED


Outings = Callable[[League], GameEntry]


def first_game(text: str, entry: Outings, **series: object) -> str:
    league = League(profile_text=text)
    Series.objects.filter(pk=league.series[0].pk).update(**series)
    return saved(league, [entry(league)])


def next_game(
    text: str,
    relieved: tuple[int, ...],
    entry: Outings,
    *,
    games: int = 3,
    power_rounds: int = 0,
    both: bool = False,
    **series: object,
) -> str:
    """Enter the first game of the second series, after a Shark relieved for one inning in these games of the first.

    `series` has fields of the second series, or of both series with `both`.
    """
    league = League(profile_text=text, games=games, power_rounds=power_rounds)
    if both:
        Series.objects.filter(pk=league.series[0].pk).update(**series)
    first = complete_games(league, league.series[0])
    for number in relieved:
        first[number - 1] = with_relief(league, number)
    league.save(first)
    Series.objects.filter(pk=league.series[1].pk).update(**series)
    return saved(league, [entry(league)], league.series[1])


def with_relief(league: League, number: int) -> GameEntry:
    """Return a game with relief.

    Sharks pitchers get nine innings in odd games, at home, and eight in even games.
    """
    sharks, bears = league.sharks, league.bears
    if number % 2:
        ours = [sharks.start(number, "8.0"), sharks.swing("1.0")]
        return won_by_home(number, ours, [bears.start(number, "8.0")])
    ours = [sharks.start(number, "7.0"), sharks.swing("1.0")]
    return won_by_home(number, [bears.start(number, "9.0")], ours)


def rotation_page(text: str) -> str:
    """Return the director's view of a team's rotation."""
    league = League(profile_text=text)
    return words(
        director(league.tournament).get(f"/t/{league.tournament.slug}/teams/{league.sharks.team.pk}/rotation/")
    )


def declared_by_sharks(text: str) -> str:
    """Return the public page of a declared rotation that can still be changed."""
    league = League(profile_text=text)
    team = Team.objects.get(pk=league.sharks.team.pk)
    declare_rotation(team=team, starters={1: [league.sharks.starters[0].pk]}, actor=DESK)
    return words(Client().get(f"/t/{league.tournament.slug}/teams/{team.pk}/rotation/"))


def starts(n: int) -> Outings:
    """Return a complete game by this Sharks starter."""
    return lambda league: won_by_home(1, [league.sharks.start(n, "9.0")], [league.bears.start(5, "8.0")])


def swingman_starts(league: League) -> GameEntry:
    return won_by_home(1, [league.sharks.swing("9.0", starts=True)], [league.bears.start(5, "8.0")])


def swingman_relieves(league: League) -> GameEntry:
    return won_by_home(1, [league.sharks.start(5, "6.0"), league.sharks.swing("3.0")], [league.bears.start(5, "8.0")])


def relief(innings: str, start: str) -> Outings:
    return lambda league: won_by_home(
        1, [league.sharks.start(1, start), league.sharks.relief(1, innings)], [league.bears.start(1, "8.0")]
    )


def out_after_three_runs(league: League) -> GameEntry:
    sharks = league.sharks
    ours = [sharks.start(1, "4.2", runs=3), sharks.relief(1, "4.0", runs=0), sharks.relief(2, "0.1", runs=0)]
    return won_by_home(1, ours, [league.bears.start(1, "8.0")], home_runs=4, away_runs=3)


def mercy(innings: int, runs: int) -> Outings:
    """Return a shutout win by the home Sharks after this many complete innings, with runs in the last one."""
    return lambda league: GameEntry(
        1,
        home_runs=runs,
        away_runs=0,
        innings=innings,
        ending="mercy",
        outings=(league.sharks.start(1, f"{innings}.0"), league.bears.start(1, f"{innings}.0")),
    )


def conceded(league: League) -> GameEntry:
    return replace(mercy(7, 10)(league), ending="conceded", conceded_by=league.bears.team.pk)


def suspended(league: League) -> GameEntry:
    return replace(mercy(6, 1)(league), ending="suspended")


def series_after_100_minutes(text: str) -> str:
    league = League(rounds=1, profile_text=text, stage="round_robin")
    started_at = timezone.now() - timedelta(minutes=100)
    Series.objects.update(status="playing", started_at=started_at, outcomes="H", home_wins=1)
    return words(director(league.tournament).get(f"/t/{league.tournament.slug}/round/"))


def after_the_roll(text: str) -> str:
    league = League(rounds=1, profile_text=text)
    Series.objects.update(home_rolls=[[15, 8]])
    tournament = league.tournament
    return words(director(tournament).get(f"/t/{tournament.slug}/schedule/home/{league.series[0].pk}/"))


def scene(value: object, before: str, after: str, entry: Outings, **series: object) -> Scene:
    return Scene(value, before, after, lambda text: first_game(text, entry, **series))


def later(
    value: object,
    before: str,
    after: str,
    entry: Outings,
    *relieved: int,
    base: dict[str, object] | None = None,
    **facts: object,
) -> Scene:
    return Scene(value, before, after, lambda text: next_game(text, relieved, entry, **facts), base or {})


BEST_OF = {"stage": "playoff", "is_best_of": True}


def out_after_three_innings(league: League) -> GameEntry:
    sharks = league.sharks
    ours = [sharks.start(1, "3.0", runs=2), sharks.relief(1, "4.0", runs=0), sharks.relief(2, "2.0", runs=0)]
    return won_by_home(1, ours, [league.bears.start(1, "8.0")])


def conceded_after_first_inning(text: str) -> str:
    """Return the notes shown to a director who enters a Bears concession after one inning, 0-10."""
    league = League(profile_text=text)
    entry = replace(mercy(1, 10)(league), ending="conceded", conceded_by=league.bears.team.pk)
    sheet = Scoresheet(SubmittedBy(DESK, None), read_entries([entry]), SaveMode.FINAL)
    sheet.attach_to(league.series[0], league.tournament)
    return " ".join(note.sentence for note in sheet.checked.notes)


def suspended_of_round(number: int) -> Callable[[str], str]:
    """Return the director's page of a suspended game in this round. Both teams in the division advance."""

    def play(text: str) -> str:
        league = League(profile_text=text, stage="round_robin")
        Series.objects.filter(pk=league.series[0].pk).update(round=number)
        league.save([suspended(league)])
        return words(director(league.tournament).get(f"/t/{league.tournament.slug}/suspended/"))

    return play


def report_of_mistake(kind: str, **facts: object) -> Callable[[str], str]:
    """Return the director's page after a mistake in game 1 is reported."""

    def play(text: str) -> str:
        league = League(profile_text=text, stage="round_robin")
        address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/mistake/"
        pitcher = league.sharks.relievers[0].pk
        form = {"kind": kind, "game": 1, "inning": 3, "offended": league.bears.team.pk, "card": pitcher, **facts}
        return words(director(league.tournament).post(address, form, follow=True))

    return play


SCENES = {
    "pitching.illegal_starter_stays": Scene(
        True,
        "if accepted, he leaves immediately",
        "if accepted, he stays in the rotation and keeps pitching",
        report_of_mistake("illegal_pitcher", batters_faced=2, started="on"),
    ),
    "game.computer_results_stand": Scene(
        True,
        "a computer result that breaks these rules counts only in internet series",
        "in internet series, the computer result counts",
        report_of_mistake("computer_result", differs="on"),
    ),
    "game.nationals_suspension": Scene(
        True,
        "it doesn't affect who advances",
        "games from the first day are made up that day",
        suspended_of_round(1),
        {"game.rounds_on_first_day": 5},
    ),
    "game.rounds_on_first_day": Scene(
        7,
        "Bears and Sharks",  # both can still advance
        "games from the first day are made up that day",
        suspended_of_round(6),
        {"game.nationals_suspension": True},
    ),
    "pitching.weak_starter_may_leave": scene(
        True, "needs 5.0 or 4 runs, unless injured", SAVED, out_after_three_innings
    ),
    "game.concession_from": Scene(
        13, "", "behind 0-10 after 1 inning: must be behind by 12 to concede", conceded_after_first_inning
    ),
    "cards.starter_outs": scene(660, SAVED, "T27.53: 200.0 IP: may not start, needs 220.0", starts(1)),
    "cards.reliever_outs": scene(240, SAVED, "T27.62: 70.0 IP: may not relieve, needs 80.0", relief("3.0", "6.0")),
    "pitching.games_rest_after_start": later(2, "T10.2: started game 1: must rest games 2-4", SAVED, starts(1)),
    "pitching.games_rest_before_start_after_relief": later(
        1, "T27.52: relieved in game 2: must rest games 3 and 4 before starting", SAVED, swingman_starts, 2
    ),
    "pitching.relief_outs_in_window": scene(9, SAVED, "T10.2: pitched 4.0, 1.0 too many", relief("4.0", "5.0")),
    "pitching.window_games": later(
        3,
        "T10.2: pitched 3.0, 1.0 too many: 1.0 + 1.0 = 2.0 in games 1-3 leaves 2.0 of 4.0",
        SAVED,
        swingman_relieves,
        1,
        2,
    ),
    "pitching.starter_leaves_after_inning": scene(
        8, SAVED, "T27.54: 9.0 innings as starter: must leave at the end of inning 8", starts(1)
    ),
    "pitching.starter_stays_outs": scene(18, SAVED, "needs 6.0 or 4 runs, unless injured", relief("4.0", "5.0")),
    "pitching.starter_stays_runs": scene(3, "needs 5.0 or 4 runs, unless injured", SAVED, out_after_three_runs),
    "pitching.bullpen_resets_each_series": later(
        True, "T10.2: pitched 3.0, 1.0 too many", SAVED, swingman_relieves, 2, 3, games=4
    ),
    "pitching.bullpen_reset_series_length": later(
        3,
        SAVED,
        "T10.2: pitched 3.0, 1.0 too many",
        swingman_relieves,
        2,
        3,
        games=4,
        base={"pitching.bullpen_resets_each_series": True},
    ),
    "pitching.rotation_declared": Scene(
        "before_each_series", "use declared starters", "Fill all rounds in this order", rotation_page
    ),
    "pitching.rotation_shown_at_once": Scene(
        True,
        "when they can no longer be changed",
        "Sharks Starter 1",
        declared_by_sharks,
        {"pitching.rotation_declared": "before_each_series"},
    ),
    "pitching.starts_carry_over": later(
        False, "T10.2: started game 1: must rest games 2-4", SAVED, starts(1), **BEST_OF
    ),
    "pitching.relief_carries_over": later(
        False, "T10.2: pitched 3.0, 1.0 too many", SAVED, swingman_relieves, 1, 2, **BEST_OF
    ),
    **{
        f"pitching.{line}": later(False, before, SAVED, entry, *relieved, **facts)
        for name, facts in (
            ("into_power_rounds", {"power_rounds": 1}),
            ("into_tie_breaks", {"stage": "tie_break"}),
            ("between_best_ofs", {**BEST_OF, "both": True}),
        )
        for line, before, entry, relieved in (
            (f"starts_carry_{name}", "T10.2: started game 1: must rest games 2-4", starts(1), ()),
            (f"relief_carries_{name}", "T10.2: pitched 3.0, 1.0 too many", swingman_relieves, (1, 2)),
        )
    },
    "game.mercy": scene(False, SAVED, "T0.04: the mercy rule is not in force", mercy(7, 11)),
    "game.mercy_lead": scene(12, SAVED, "T0.04: lead of 11: the mercy rule needs 12", mercy(7, 11)),
    "game.mercy_from_inning": scene(8, SAVED, "T0.04: inning 7: the mercy rule starts in inning 8", mercy(7, 11)),
    "game.concession_lead": scene(12, SAVED, "T0.05: a concession at 10-0 is recorded as 12-0", conceded),
    "game.suspended_games": scene(False, SAVED, "T33.0: this edition of the rules has no suspended games", suspended),
    "game.best_ofs_suspended": scene(False, SAVED, "T33.0: playoff games can't be suspended", suspended, **BEST_OF),
    "game.minutes_per_game": Scene(30, "game 2 of 3", "late by 10 min", series_after_100_minutes),
    "game.roll_winner_chooses_home": Scene(True, "", "Sharks chooses to be away in game 1", after_the_roll),
}
