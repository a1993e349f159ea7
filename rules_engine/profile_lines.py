"""The lines of a profile by section: printed rule, the sentence that says it, the function that reads it."""

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple


class Line(NamedTuple):
    """What is known of one line of a profile.

    `rule`: its printed number, "" for what the format settles. `sentences`: one, or two for a switch that is on or
    off; {} is the value, {innings} the value as innings. `reader`: module:function. `needs`: the switch of its own
    section without which it means nothing.
    """

    rule: str
    sentences: tuple[str, ...]
    reader: str
    needs: str


def line(rule: str, *sentences: str, reader: str, needs: str = "") -> Any:
    """A line of a profile as a field of its section."""
    return field(metadata={"line": Line(rule, sentences, reader, needs)})


@dataclass(frozen=True, slots=True)
class DraftRules:
    """T0.02, T0.18: rounds and what a drafted team holds."""

    rounds: int = line("T0.02", "The draft has {} rounds.", reader="rules_engine.draft.order:draft_totals")
    players: int = line("T0.02", "Every team drafts {} players.", reader="rules_engine.eligibility.roster:team_counts")
    ballparks: int = line("T0.02", "Ballparks drafted by every team: {}.", reader="drafts.queries.guarding:outlook_of")
    serpentine: bool = line(
        "T0.02",
        "The order turns round after every round.",
        "Every round has the same order.",
        reader="drafts.queries.room:Room.turn",
    )
    first_park_may_be_designed: bool = line(
        "T0.02",
        "The first to select a park in a division may design one instead.",
        "Every park comes from the chart.",
        reader="drafts.queries.choosing:may_design",
    )
    rescind_through_round: int = line(
        "T0.18",
        "A pick may be taken back up to the first selection after round {}.",
        reader="rules_engine.draft.rescind:may_rescind",
    )


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """T0.02, T0.12: sizes and imputed teams."""

    smallest: int = line("T0.02", "A division has at least {} teams.", reader="drafts.services.clock:_check_size")
    largest: int = line("T0.02", "A division has at most {} teams.", reader="drafts.services.clock:_check_size")
    imputed_per_division: int = line(
        "T0.12",
        "Imputed teams in a division: at most {}, but for the exceptions.",
        reader="rules_engine.competition.setup:_imputed_faults",
    )
    fewest_participants: int = line(
        "T0.12",
        "A sanctioned tournament needs {} participants.",
        reader="rules_engine.competition.setup:_number_faults",
    )


@dataclass(frozen=True, slots=True)
class CardRules:
    """T10.11, T10.2, T31.9: what a card must show to be used."""

    hitter_at_bats_and_walks: int = line(
        "T10.11",
        "A hitter needs {} at-bats and walks together.",
        reader="rules_engine.eligibility.cards:hitter_eligible",
    )
    catcher_at_bats_and_walks: int = line(
        "T10.11",
        "A player with a catcher's rating needs {} at-bats and walks.",
        reader="rules_engine.eligibility.cards:hitter_eligible",
    )
    starter_outs: int = line(
        "T10.2",
        "A starter needs {innings} innings on his card.",
        reader="rules_engine.eligibility.cards:may_start_by_card",
    )
    reliever_outs: int = line(
        "T10.2",
        "A reliever needs {innings} innings on his card.",
        reader="rules_engine.eligibility.cards:may_relieve_by_card",
    )
    starters_on_team: int = line(
        "T10.2",
        "Every team drafts at least {} pitchers who can start.",
        reader="rules_engine.eligibility.roster:enough_starters",
    )


@dataclass(frozen=True, slots=True)
class PitchingRules:
    """T10.2, T27.52, T27.54: rest and limits; innings are whole outs."""

    games_rest_after_start: int = line(
        "T10.2",
        "A starter rests {} games before he starts again.",
        reader="rules_engine.eligibility.pitching:rested_since_start",
    )
    games_rest_before_start_after_relief: int = line(
        "T27.52",
        "After relief a starter/reliever rests {} games before he starts.",
        reader="rules_engine.eligibility.pitching:rested_since_relief",
    )
    relief_outs_in_window: int = line(
        "T10.2",
        "A reliever pitches at most {innings} innings in the games counted.",
        reader="rules_engine.eligibility.pitching:relief_allowance",
    )
    window_games: int = line(
        "T10.2",
        "Relief is counted over {} consecutive games, and nobody relieves in all of them.",
        reader="rules_engine.eligibility.pitching:relief_allowance",
    )
    starter_leaves_after_inning: int = line(
        "T10.2", "The starter leaves after inning {}.", reader="rules_engine.eligibility.pitching:starter_outs_limit"
    )
    starter_stays_outs: int = line(
        "T27.54",
        "The starter stays in for {innings} innings ...",
        reader="rules_engine.eligibility.game_report:_check_starter_stayed",
    )
    starter_stays_runs: int = line(
        "T27.54",
        "... unless he has given up {} runs or is hurt.",
        reader="rules_engine.eligibility.game_report:_check_starter_stayed",
    )
    bullpen_resets_each_series: bool = line(
        "T10.2",
        "The bullpen starts every series fresh.",
        "Relief carries on from series to series.",
        reader="rules_engine.eligibility.pitching:bullpen_counts_from",
    )
    bullpen_reset_series_length: int = line(
        "T10.2",
        "A fresh bullpen counts over series of {} games.",
        reader="rules_engine.eligibility.pitching:bullpen_counts_from",
        needs="bullpen_resets_each_series",
    )
    starts_carry_over: bool = line(
        "T10.2",
        "Starts count on into the next round of the tournament.",
        "Starts are wiped out before the next round of the tournament.",
        reader="games.queries.carry_over:format_of",
    )
    relief_carries_over: bool = line(
        "T10.2",
        "Relief counts on into the next round of the tournament.",
        "Relief is wiped out before the next round of the tournament.",
        reader="games.queries.carry_over:format_of",
    )


@dataclass(frozen=True, slots=True)
class GameRules:
    """T0.04, T0.05, T0.16, T33.0: the edition that is played, and how games begin and may end early."""

    edition: str = line(
        "",
        "Games are played under the {} edition of the game's rules.",
        reader="weekend.table_games:drafted_table_game",
    )
    mercy: bool = line(
        "T0.04",
        "The mercy rule is in force.",
        "There is no mercy rule.",
        reader="rules_engine.eligibility.game_ending:rules_of_play",
    )
    mercy_lead: int = line(
        "T0.04",
        "A lead of {} runs ends a game under the mercy rule.",
        reader="rules_engine.eligibility.game_ending:rules_of_play",
        needs="mercy",
    )
    mercy_from_inning: int = line(
        "T0.04",
        "The mercy rule begins with inning {}.",
        reader="rules_engine.eligibility.game_ending:rules_of_play",
        needs="mercy",
    )
    concession_lead: int = line(
        "T0.05",
        "A conceded game is lost by at least {} runs.",
        reader="rules_engine.eligibility.game_ending:conceded_score",
    )
    suspended_games: bool = line(
        "T33.0",
        "A game may be suspended.",
        "Games are not suspended.",
        reader="rules_engine.eligibility.suspended_games:may_be_suspended",
    )
    best_ofs_suspended: bool = line(
        "T33.0",
        "A game of the best-ofs may be suspended, too.",
        "Games of the best-ofs are played to their end.",
        reader="rules_engine.eligibility.suspended_games:may_be_suspended",
        needs="suspended_games",
    )
    minutes_per_game: int = line(
        "T33.0", "A game is reckoned at {} minutes.", reader="rules_engine.eligibility.suspended_games:series_minutes"
    )
    roll_winner_chooses_home: bool = line(
        "T0.16",
        "The winner of the d20 chooses home or away for game 1.",
        "The high d20 is home in game 1; there is no choice.",
        reader="tournaments.services.home_rolls:may_choose_away",
    )


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """What teams are ranked by, and the tie-break steps by name and in order."""

    rank_by: Literal["games_over_500", "winning_percentage"] = line(
        "", "Teams are ranked by {}.", reader="tournaments.queries.standings:_division"
    )
    run_difference_cap: int = line(
        "",
        "Runs of one game that count for the difference: at most {}.",
        reader="rules_engine.competition.tiebreaks:advancement",
        needs="run_difference_cap",
    )
    tie_break_steps: tuple[str, ...] = line(
        "", "Ties for a place that advances: {}.", reader="rules_engine.competition.tiebreaks:advancement"
    )
    seeding_steps: tuple[str, ...] = line(
        "", "Ties for seeding alone: {}.", reader="rules_engine.competition.tiebreaks:advancement"
    )
