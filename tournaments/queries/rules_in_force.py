"""The edition of the rules in words: every number and switch with its printed rule, and what differs from its base."""

import tomllib
from dataclasses import dataclass, fields

from rules_engine.innings import format_innings
from rules_engine.profile import PROFILE_FOLDER, Profile, load_profile

SECTIONS = {
    "draft": "The draft",
    "division": "Divisions",
    "cards": "Cards",
    "pitching": "Pitching",
    "game": "Games",
    "standings": "Standings",
}

# for each line of a profile: printed rule and a sentence; where there are two, for a switch that is on or off
_WORDS: dict[str, tuple[str, ...]] = {
    "draft.rounds": ("T0.02", "The draft has {} rounds."),
    "draft.players": ("T0.02", "Every team drafts {} players."),
    "draft.ballparks": ("T0.02", "Ballparks drafted by every team: {}."),
    "draft.serpentine": ("T0.02", "The order turns round after every round.", "Every round has the same order."),
    "draft.first_park_may_be_designed": (
        "T0.02",
        "The first to select a park in a division may design one instead.",
        "Every park comes from the chart.",
    ),
    "draft.rescind_through_round": ("T0.18", "A pick may be taken back up to the first selection after round {}."),
    "division.smallest": ("T0.02", "A division has at least {} teams."),
    "division.largest": ("T0.02", "A division has at most {} teams."),
    "division.imputed_per_division": ("T0.12", "Imputed teams in a division: at most {}, but for the exceptions."),
    "division.fewest_participants": ("T0.12", "A sanctioned tournament needs {} participants."),
    "cards.hitter_at_bats_and_walks": ("T10.11", "A hitter needs {} at-bats and walks together."),
    "cards.catcher_at_bats_and_walks": ("T10.11", "A player with a catcher's rating needs {} at-bats and walks."),
    "cards.starter_outs": ("T10.2", "A starter needs {innings} innings on his card."),
    "cards.reliever_outs": ("T10.2", "A reliever needs {innings} innings on his card."),
    "cards.starters_on_team": ("T10.2", "Every team drafts at least {} pitchers who can start."),
    "pitching.games_rest_after_start": ("T10.2", "A starter rests {} games before he starts again."),
    "pitching.games_rest_before_start_after_relief": (
        "T27.52",
        "After relief a starter/reliever rests {} games before he starts.",
    ),
    "pitching.relief_outs_in_window": ("T10.2", "A reliever pitches at most {innings} innings in the games counted."),
    "pitching.window_games": (
        "T10.2",
        "Relief is counted over {} consecutive games, and nobody relieves in all of them.",
    ),
    "pitching.starter_leaves_after_inning": ("T27.64", "The starter leaves after inning {}."),
    "pitching.starter_stays_outs": ("T27.64", "The starter stays in for {innings} innings ..."),
    "pitching.starter_stays_runs": ("T27.64", "... unless he has given up {} runs or is hurt."),
    "pitching.bullpen_resets_each_series": (
        "T10.2",
        "The bullpen starts every series fresh.",
        "Relief carries on from series to series.",
    ),
    "pitching.bullpen_reset_series_length": ("T10.2", "A fresh bullpen counts over series of {} games."),
    "pitching.starts_carry_over": (
        "T10.2",
        "Starts count on into the next round of the tournament.",
        "Starts are wiped out before the next round of the tournament.",
    ),
    "pitching.relief_carries_over": (
        "T10.2",
        "Relief counts on into the next round of the tournament.",
        "Relief is wiped out before the next round of the tournament.",
    ),
    "game.mercy": ("T0.04", "The mercy rule is in force.", "There is no mercy rule."),
    "game.mercy_lead": ("T0.04", "A lead of {} runs ends a game under the mercy rule."),
    "game.mercy_from_inning": ("T0.04", "The mercy rule begins with inning {}."),
    "game.concession_lead": ("T0.05", "A conceded game is lost by at least {} runs."),
    "game.suspended_games": ("T33.0", "A game may be suspended.", "Games are not suspended."),
    "game.minutes_per_game": ("T33.0", "A game is reckoned at {} minutes."),
    "game.designated_hitter": ("T0.01", "The designated hitter bats.", "Pitchers bat."),
    "game.nationals_suspension": (
        "T33.0",
        "The provisions of the Nationals for suspended games are in force.",
        "The provisions of the Nationals for suspended games are not used.",
    ),
    "game.roll_winner_chooses_home": (
        "T0.16",
        "The winner of the d20 chooses home or away for game 1.",
        "The high d20 is home in game 1; there is no choice.",
    ),
    "game.computer_results_stand": (
        "T0.17",
        "Results of the computer stand even where they differ from the rules.",
        "Results stand only as the rules make them.",
    ),
    "standings.rank_by": ("T0.08", "Teams are ranked by {steps}."),
    "standings.run_difference_cap": (
        "T0.08",
        "Runs of one game that count for the difference: at most {}.",
    ),
    "standings.wild_card_steps": ("T0.08", "Places open to teams of several divisions: {steps}."),
    "standings.tie_break_steps": ("T0.08", "Ties for a place that advances: {steps}."),
    "standings.seeding_steps": ("T0.08", "Ties for seeding alone: {steps}."),
}


# lines that mean nothing while their switch is off
_NEEDS = {
    "pitching.bullpen_reset_series_length": "bullpen_resets_each_series",
    "game.mercy_lead": "mercy",
    "game.mercy_from_inning": "mercy",
    "standings.run_difference_cap": "run_difference_cap",
}


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line of the edition in words. `base` is the base edition's sentence where it differs."""

    rule: str
    sentence: str
    base: str = ""


def rules_in_words(profile: Profile) -> list[tuple[str, list[RuleLine]]]:
    """Each section's title with its lines, in the order of the profile."""
    base = base_of(profile)
    return [(title, _lines(profile, base, name)) for name, title in SECTIONS.items()]


def base_of(profile: Profile) -> Profile | None:
    """The edition that this one extends; None for an edition that stands by itself."""
    data = tomllib.loads((PROFILE_FOLDER / f"{profile.key}.toml").read_text(encoding="utf-8"))
    return load_profile(data["extends"]) if "extends" in data else None


def _lines(profile: Profile, base: Profile | None, name: str) -> list[RuleLine]:
    section, was = getattr(profile, name), getattr(base, name, None)
    lines = []
    for field in fields(section):
        value = getattr(section, field.name)
        switch = _NEEDS.get(f"{name}.{field.name}")
        if switch and not getattr(section, switch):
            continue
        rule, sentence = _in_words(f"{name}.{field.name}", value)
        old = getattr(was, field.name, value)
        lines.append(RuleLine(rule, sentence, _in_words(f"{name}.{field.name}", old)[1] if old != value else ""))
    return lines


def _in_words(key: str, value: object) -> tuple[str, str]:
    known = _WORDS.get(key)
    if known is None:  # a line added to the profiles later still shows, if less well put
        return "", f"{key.split('.')[1].replace('_', ' ').capitalize()}: {_plainly(value)}."
    if isinstance(value, bool):
        return known[0], known[1] if value else known[-1]
    return known[0], known[1].format(_plainly(value), innings=_innings(value), steps=_plainly(value))


def _innings(value: object) -> str:
    return format_innings(value) if isinstance(value, int) else ""


def _plainly(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", then ".join(_plainly(step) for step in value)
    return str(value).replace("_over_500", " over .500").replace("_", " ")
