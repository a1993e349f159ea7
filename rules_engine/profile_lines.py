"""A profile's settings by section: printed rule, sentence, and the function that reads each one."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from rules_engine.innings import format_innings


class ProfileLine(NamedTuple):
    """A setting of a profile.

    Attributes:
        rule: Its printed number, or "" if the format decides.
        sentences: One, or two if the value can be off or 0. {} is the value, {innings} the value as innings.
        reader: The engine function that reads it, as module:function, or "" if an app does (setting_readers.py).
        needs: The switch in its section on which it depends.
    """

    rule: str
    sentences: tuple[str, ...]
    reader: str
    needs: str


BY_DIRECTOR: Final = ""  # no printed rule decides it, so the director does


def in_words(line: ProfileLine, value: object) -> str:
    """Return a setting's sentence with its value."""
    if not value and len(line.sentences) > 1:
        return line.sentences[1]
    innings = format_innings(value) if isinstance(value, int) else ""
    return line.sentences[0].format(_plainly(value), innings=innings)


def question_of(line: ProfileLine) -> str:
    """Return a setting's sentence with its value left blank, for forms."""
    return line.sentences[0].format("…", innings="…")


def _plainly(value: object) -> str:
    if isinstance(value, tuple):
        return ", then ".join(_plainly(step) for step in value)
    return str(value).replace("_over_500", " over .500").replace("_", " ")


def line(rule: str, *sentences: str, reader: str = "", needs: str = "") -> Any:
    """Return a profile setting as a field of its section."""
    return field(metadata={"line": ProfileLine(rule, sentences, reader, needs)})


@dataclass(frozen=True, slots=True)
class DraftRules:
    """T0.02, T0.18: Draft rounds and the contents of a drafted team."""

    rounds: int = line("T0.02", "The draft has {} rounds.", reader="rules_engine.draft.order:draft_totals")
    players: int = line("T0.02", "Every team drafts {} players.", reader="rules_engine.eligibility.roster:team_counts")
    ballparks: int = line(
        "T0.02",
        "Ballparks per team: {}.",
        "No ballparks are drafted.",
    )
    serpentine: bool = line(
        "T0.02",
        "The draft order reverses every round.",
        "Every round has the same draft order.",
    )
    first_park_may_be_designed: bool = line(
        "T0.02",
        "The first team to select a ballpark in a division may design one instead.",
        "Every ballpark comes from the chart.",
    )
    slot_dice: int = line(
        "T0.02",
        "Every entrant rolls {} dice for a draft position and adds them up.",
        reader="rules_engine.draft.slots:slot_dice",
    )
    slot_die_sides: int = line(
        "T0.02", "The dice for draft positions have {} sides.", reader="rules_engine.draft.slots:slot_dice"
    )
    rescind_through_round: int = line(
        "T0.18",
        "A pick may be rescinded until the first selection after round {}.",
        reader="rules_engine.draft.rescind:may_rescind",
    )


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """T0.02, T0.12: Division sizes and imputed teams."""

    smallest: int = line("T0.02", "A division has at least {} teams.")
    largest: int = line("T0.02", "A division has at most {} teams.")
    imputed_per_division: int = line(
        "T0.12",
        "A division has at most {} imputed teams, apart from the printed exceptions.",
        reader="rules_engine.competition.setup:_imputed_faults",
    )
    fewest_participants: int = line(
        "T0.12",
        "A sanctioned tournament needs {} participants.",
        reader="rules_engine.competition.setup:_number_faults",
    )


@dataclass(frozen=True, slots=True)
class TournamentCardRules:
    """T10.11, T10.2, T31.9: Card requirements for eligible players."""

    hitter_at_bats_and_walks: int = line(
        "T10.11",
        "A hitter needs {} at-bats and walks combined.",
        "Hitters need no minimum number of at-bats and walks.",
        reader="rules_engine.eligibility.cards:hitter_eligible",
    )
    catcher_at_bats_and_walks: int = line(
        "T10.11",
        "A player with a catcher rating needs {} at-bats and walks.",
        "Catchers need no minimum number of at-bats and walks.",
        reader="rules_engine.eligibility.cards:hitter_eligible",
    )
    starter_outs: int = line(
        "T10.2",
        "A starter needs {innings} innings on his card.",
        "Starters need no minimum number of innings.",
        reader="rules_engine.eligibility.cards:may_start_by_card",
    )
    reliever_outs: int = line(
        "T10.2",
        "A reliever needs {innings} innings on his card.",
        "Relievers need no minimum number of innings.",
        reader="rules_engine.eligibility.cards:may_relieve_by_card",
    )
    starters_on_team: int = line(
        "T10.2",
        "Every team drafts at least {} pitchers who can start.",
        "Teams need no minimum number of starters.",
        reader="rules_engine.eligibility.roster:enough_starters",
    )
    backup_at_each_position: bool = line(
        "T31.10",
        "Every team needs two players at each position, whether they can be injured or not.",
        "A position needs a second player only if an injury could leave it empty.",
        reader="rules_engine.eligibility.roster:has_backup_at_each_position",
    )


@dataclass(frozen=True, slots=True)
class PitchingRules:
    """T10.2, T27.52, T27.54: Rest and limits, with innings stored as outs."""

    games_rest_after_start: int = line(
        "T10.2",
        "A starter rests {} games before he pitches again.",
        reader="rules_engine.eligibility.pitching:rested_since_start",
    )
    games_rest_before_start_after_relief: int = line(
        "T27.52",
        "After relief, a starter/reliever rests {} games before he starts.",
        reader="rules_engine.eligibility.pitching:rested_since_relief",
    )
    relief_outs_in_window: int = line(
        "T10.2",
        "A reliever pitches at most {innings} innings in the games counted.",
        reader="rules_engine.eligibility.pitching:find_relief_left",
    )
    window_games: int = line(
        "T10.2",
        "Relief is counted over {} consecutive games, and no pitcher may relieve in all of them.",
        reader="rules_engine.eligibility.pitching:find_relief_left",
    )
    starter_leaves_after_inning: int = line(
        "T27.54", "The starter leaves after inning {}.", reader="rules_engine.eligibility.pitching:starter_outs_limit"
    )
    starter_stays_outs: int = line(
        "T10.2",
        "The starter stays in for {innings} innings ...",
        "The starter may leave at any time.",
        reader="rules_engine.eligibility.game_report:_check_starter_stayed",
    )
    starter_stays_runs: int = line(
        "T10.2",
        "... unless he has given up {} runs or is injured.",
        reader="rules_engine.eligibility.game_report:_check_starter_stayed",
        needs="starter_stays_outs",
    )
    weak_starter_may_leave: bool = line(
        "T27.54",
        "A weak starter may leave before that.",
        "A weak starter may not leave before that.",
        reader="rules_engine.eligibility.substitution:may_starter_leave",
        needs="starter_stays_outs",
    )
    illegal_starter_stays: bool = line(
        "T31.2",
        "An illegal starter who is accepted stays in the rotation.",
        "An illegal pitcher who is accepted leaves at once.",
        reader="rules_engine.eligibility.mistakes:_illegal_pitcher",
    )
    bullpen_resets_each_series: bool = line(
        "T10.2",
        "In the round robin, the bullpen starts every series fresh.",
        "Relief carries over from series to series.",
        reader="rules_engine.eligibility.pitching:bullpen_counts_from",
    )
    bullpen_reset_series_length: int = line(
        "T10.2",
        "The fresh bullpen applies to series of {} games.",
        reader="rules_engine.eligibility.pitching:bullpen_counts_from",
        needs="bullpen_resets_each_series",
    )
    starts_carry_over: bool = line(
        BY_DIRECTOR,
        "Starts carry over into the playoffs.",
        "Starts are cleared before the playoffs.",
    )
    relief_carries_over: bool = line(
        BY_DIRECTOR,
        "Relief carries over into the playoffs.",
        "Relief is cleared before the playoffs.",
    )
    starts_carry_into_power_rounds: bool = line(
        BY_DIRECTOR,
        "Starts carry over from the round robin into the power rounds.",
        "Starts are cleared before the first power round.",
    )
    relief_carries_into_power_rounds: bool = line(
        BY_DIRECTOR,
        "Relief carries over from the round robin into the power rounds.",
        "Relief is cleared before the first power round.",
    )
    starts_carry_into_tie_breaks: bool = line(
        BY_DIRECTOR,
        "Starts carry over into a tiebreaker game.",
        "Starts are cleared before a tiebreaker game.",
    )
    relief_carries_into_tie_breaks: bool = line(
        BY_DIRECTOR,
        "Relief carries over into a tiebreaker game.",
        "Relief is cleared before a tiebreaker game.",
    )
    starts_carry_between_best_ofs: bool = line(
        BY_DIRECTOR,
        "Starts carry over from one playoff series to the next.",
        "Starts are cleared before every playoff series after the first.",
    )
    relief_carries_between_best_ofs: bool = line(
        BY_DIRECTOR,
        "Relief carries over from one playoff series to the next.",
        "Relief is cleared before every playoff series after the first.",
    )

    rotation_declared: Literal["never", "before_each_series", "before_the_season"] = line(
        "T0.09", "Starters declared in advance: {}.", reader="rules_engine.eligibility.declared:may_declare"
    )
    rotation_shown_at_once: bool = line(
        "T0.09",
        "Declared starters are shown to everyone at once.",
        "Declared starters are shown to opponents once they can no longer be changed.",
        reader="rules_engine.eligibility.declared:is_rotation_visible",
    )


@dataclass(frozen=True, slots=True)
class TournamentGameRules:
    """T0.04, T0.05, T0.16, T33.0: The game and its ruleset, how games begin, and when they can end early."""

    system: str = line("", "The game is {}.")
    edition: str = line(
        "",
        "Games are played under the {} edition of the game rules.",
    )
    mercy: bool = line(
        "T0.04",
        "The mercy rule is in force.",
        "There is no mercy rule.",
        reader="rules_engine.eligibility.game_ending:game_rules",
    )
    mercy_lead: int = line(
        "T0.04",
        "A lead of {} runs ends a game under the mercy rule.",
        reader="rules_engine.eligibility.game_ending:game_rules",
        needs="mercy",
    )
    mercy_from_inning: int = line(
        "T0.04",
        "The mercy rule applies from inning {} on.",
        reader="rules_engine.eligibility.game_ending:game_rules",
        needs="mercy",
    )
    concession_lead: int = line(
        "T0.05",
        "A conceded game is lost by at least {} runs.",
        "A conceded game keeps its score.",
        reader="rules_engine.eligibility.game_ending:conceded_score",
    )
    concession_from: int = line(
        "T0.05",
        "A manager may concede when trailing by at least {} runs minus the innings completed.",
        "A manager may concede whenever his team trails.",
        reader="rules_engine.eligibility.game_ending:may_concede",
    )
    double_switch_from: int = line(
        "T10.11",
        "From inning {} on, a reliever may bat in a different spot from the pitcher he replaces.",
        reader="rules_engine.baseball.changes:_both_come_in",
    )
    pitcher_hits_for_fielder: bool = line(
        "T10.11",
        "A pitcher may pinch hit for a position player.",
        "A pitcher may pinch hit for a pitcher only.",
        reader="rules_engine.baseball.tournament_changes:pinch_hitter_ruling",
    )
    runner_on_second_from: int = line(
        "",
        "From inning {} on, every half-inning starts with a runner on second, except in the playoffs.",
        "Extra innings are played like any other.",
        reader="rules_engine.eligibility.game_ending:game_rules",
    )
    suspended_games: bool = line(
        "T33.0",
        "A game may be suspended.",
        "Games are not suspended.",
        reader="rules_engine.eligibility.suspended_games:may_be_suspended",
    )
    best_ofs_suspended: bool = line(
        "T33.0",
        "Playoff games may be suspended, too.",
        "Playoff games are played to the end.",
        reader="rules_engine.eligibility.suspended_games:may_be_suspended",
        needs="suspended_games",
    )
    computer_results_stand: bool = line(
        "T0.17",
        "A computer result that differs from these rules counts, unless a manager caused it on purpose.",
        "A computer result that breaks these rules doesn't count.",
        reader="rules_engine.eligibility.mistakes:_computer_result",
    )
    nationals_suspension: bool = line(
        "T33.0",
        "A suspended game of the first day is made up by the end of that day. A later one must be finished if either "
        "team is advancing or has a chance to advance. If neither has a chance, both managers may agree to finish it. "
        "An unfinished game is a tie.",
        "A suspended game must be finished if it matters for advancement. Both managers may "
        "agree to finish any other suspended game. "
        "An unfinished game is a tie.",
        needs="suspended_games",
    )
    rounds_on_first_day: int = line(
        "",
        "Rounds played on the first day: {}.",
        "The director sets how many rounds are played on the first day.",
        needs="nationals_suspension",
    )
    minutes_per_game: int = line(
        "T33.0",
        "A game takes {} minutes in the timetable.",
        reader="rules_engine.eligibility.suspended_games:series_minutes",
    )
    roll_winner_chooses_home: bool = line(
        "T0.16",
        "The winner of the d20 chooses home or away for game 1.",
        "The team with the high d20 is home in game 1. That team has no choice.",
    )


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """The ranking value for teams, and the tiebreaker steps by name and in order."""

    rank_by: Literal["games_over_500", "winning_percentage"] = line("", "Teams are ranked by {}.")
    run_difference_cap: int = line(
        "",
        "At most {} runs from one game count toward run difference.",
        reader="rules_engine.competition.tie_steps:TieTable.from_rows",
        needs="run_difference_cap",
    )
    tie_break_steps: tuple[str, ...] = line(
        "", "Ties for an advancing spot: {}.", reader="rules_engine.competition.tiebreaks:advancement"
    )
    seeding_steps: tuple[str, ...] = line(
        "", "Ties for seeding only: {}.", reader="rules_engine.competition.tiebreaks:advancement"
    )
    wild_card_steps: tuple[str, ...] = line(
        "",
        "Wild cards among the next teams in each division: {}.",
        reader="rules_engine.competition.wild_cards:by_rank",
    )
    seeding_priority: Literal["division_winners", "place_in_division"] = line(
        "", "Playoff seeding: {} first, then by record.", reader="rules_engine.competition.seeding:seeding_key"
    )
    schedule_strength: Literal["games_over_500", "average_place"] = line(
        "",
        "Strength of schedule counts the opponents' {}.",
        reader="rules_engine.competition.tie_steps:strength_of_schedule",
    )


@dataclass(frozen=True, slots=True)
class FormatRules:
    """T0.09: The format in an edition's sources, with 0 for values that are left to the director."""

    series_length: int = line(
        "T0.09",
        "The edition uses series of {} games.",
        "The director sets how many games a series has.",
    )
    rounds_played: int = line(
        "T0.09",
        "The edition has {} rounds before any power rounds.",
        "The director sets how many rounds are played.",
    )
    power_rounds: int = line(
        "T0.09",
        "Power rounds at the end of the edition: {}.",
        "The director sets the number of power rounds.",
    )
