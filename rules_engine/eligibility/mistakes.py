"""Mistake reports under T31: the questions about each kind, the managers' options and the consequences."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from rules_engine.eligibility.remedies import (
    Remedy,
    Reset,
    check_misread_play,
    defense_not_announced,
    illegal_starting_lineup,
    ineligible_pitcher_used,
    last_third,
    lineup_repair,
    new_pitcher_not_announced,
    removed_player_reentered,
    uncoverable_substitution,
)
from rules_engine.eligibility.violations import (
    Option,
    Stage,
    accept_computer_result,
    acceptance,
    check_outside_help,
    offended_managers_options,
)
from rules_engine.innings import format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling


class MistakeKind(StrEnum):
    ILLEGAL_PITCHER = "illegal_pitcher"
    LAST_THIRD = "last_third"
    REENTRY = "reentry"
    ILLEGAL_LINEUP = "illegal_line_up"
    LOCKED_PLAYER = "locked_player"
    DEFENSE = "defence"
    PITCHER_NOT_ANNOUNCED = "pitcher_not_announced"
    DICE = "dice"
    OTHER = "other"
    OUTSIDE_HELP = "check_outside_help"
    COMPUTER_RESULT = "computer_result"


class MistakeQuestion(NamedTuple):
    """A question about a mistake. The answer is yes or no, or a number if `is_count` is set."""

    name: str
    question: str
    is_count: bool = False


class MistakeDefinition(NamedTuple):
    rule: str
    title: str
    questions: tuple[MistakeQuestion, ...]
    pitcher: str = ""
    both_at_fault: bool = False  # both managers are equally at fault, so there is no offended manager


MISTAKE_DEFINITIONS: Final[Mapping[MistakeKind, MistakeDefinition]] = {
    MistakeKind.ILLEGAL_PITCHER: MistakeDefinition(
        "T31.2",
        "An ineligible pitcher pitched",
        (
            MistakeQuestion("batters_faced", "Batters he faced while ineligible", is_count=True),
            MistakeQuestion("was_eligible", "He was eligible when he came in"),
            MistakeQuestion("lifted_for_hitter", "He had been pinch hit for earlier"),
            MistakeQuestion("started", "He was the starting pitcher"),
        ),
        pitcher="Pitcher",
    ),
    MistakeKind.LAST_THIRD: MistakeDefinition(
        "T31.1",
        "A double or triple play went past a reliever's limit",
        (
            MistakeQuestion("outs_left", "Outs left before the play", is_count=True),
            MistakeQuestion("outs_on_play", "Outs on the play", is_count=True),
        ),
        pitcher="Pitcher",
    ),
    MistakeKind.REENTRY: MistakeDefinition("T31.3", "A player who had left the game came back", ()),
    MistakeKind.ILLEGAL_LINEUP: MistakeDefinition(
        "T31.4",
        "A game was started with an illegal lineup",
        (MistakeQuestion("can_be_made_legal", "Substitutions can make it legal now"),),
    ),
    MistakeKind.LOCKED_PLAYER: MistakeDefinition(
        "T31.5", "A player who was locked or couldn't be replaced was removed", ()
    ),
    MistakeKind.DEFENSE: MistakeDefinition(
        "T31.6",
        "The defense was not announced after a pinch hitter or runner",
        (
            MistakeQuestion("needed_for_defence", "A ball was hit to him before anyone noticed the mistake"),
            MistakeQuestion("batted_in_later_inning", "He has batted in a later inning"),
            MistakeQuestion("can_play_replaced_position", "He can play the position of the player he replaced"),
            MistakeQuestion("can_be_made_legal", "Substitutions can make the lineup legal"),
        ),
    ),
    MistakeKind.PITCHER_NOT_ANNOUNCED: MistakeDefinition(
        "T31.11",
        "A pitcher was hit for and no new pitcher was named",
        (
            MistakeQuestion("pinch_hitter_may_pitch", "The pinch hitter is an eligible pitcher"),
            MistakeQuestion("last_eligible_pitcher_lifted", "He batted for the last eligible pitcher"),
            MistakeQuestion("pitchers_who_may_pitch", "Pitchers who may pitch now", is_count=True),
        ),
        pitcher="The pinch hitter, if he is a pitcher",
    ),
    MistakeKind.DICE: MistakeDefinition(
        "T31.8",
        "Dice, a card or a chart were misread",
        (
            MistakeQuestion(
                "recognised_in_time", "The mistake was noticed before the first batter of the next half-inning"
            ),
        ),
        both_at_fault=True,
    ),
    MistakeKind.OTHER: MistakeDefinition(
        "T31.8",
        "Any other mistake, such as batting out of turn or a bunt with two out",
        (
            MistakeQuestion(
                "recognised_in_time", "The mistake was noticed before the first batter of the next half-inning"
            ),
        ),
        both_at_fault=True,
    ),
    MistakeKind.OUTSIDE_HELP: MistakeDefinition(
        "T0.14",
        "Someone helped from outside",
        (
            MistakeQuestion("on_rules_or_dice", "The help was only about rules or dice"),
            MistakeQuestion("opponent_agreed", "The opponent had agreed"),
            MistakeQuestion(
                "between_home_roll_and_signing", "The help came after the roll for home and before the sheet was signed"
            ),
        ),
    ),
    MistakeKind.COMPUTER_RESULT: MistakeDefinition(
        "T0.17",
        "The computer did not follow these rules",
        (
            MistakeQuestion("differs", "The result differs from these rules"),
            MistakeQuestion("intentional", "Someone broke a rule on purpose"),
        ),
    ),
}


class MistakeVerdict(NamedTuple):
    """The ruling on a mistake and the available options.

    Attributes:
        options: The offended manager's choices.
        needs_both: Whether both managers must agree.
        consequences: One sentence per consequence.
        footnote: Whether an acceptance is recorded on the sheet.
        reset: Where the game restarts if it is replayed or suspended.
    """

    ruling: Ruling
    options: tuple[Option, ...]
    needs_both: bool
    consequences: tuple[str, ...]
    footnote: bool
    reset: Reset = "none"


MistakeAnswers = Mapping[str, int]  # yes is 1, no is 0
BOTH_AGREE: Final = "both_agree"  # T31.8: answered only by the two managers
NEEDED_TO_START: Final = "pinch_hitter_needed_to_start"  # T31.11: answered by the pitching sheet
RESET_TEXT: Final[Mapping[Reset, str]] = {
    "none": "",
    "last_legal_out": "the game resumes after his last legal out",
    "entry": "the game resumes from when he entered",
    "point_of_mistake": "the game resumes at the mistake",
    "start_of_game": "the game starts over",
    "removal": "the game resumes at the removal",
    "first_illegal_plate_appearance": "the game resumes just before his first illegal plate appearance",
    "before_mistake": "the game resumes before the mistake",
}


RECONSTRUCTED: Final = "if reconstructed, the play is read again from the same dice, and the game continues from there"
_RESET_PARTICIPLE: Final[Mapping[Option, str]] = {"replay": "replayed", "suspend": "suspended"}


_ASSUMED_PITCHER: Final = {
    "pinch_hitter": "the pinch hitter",
    "only_pitcher": "the only eligible pitcher",
}


def mistake_verdict(kind: MistakeKind, answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    """T0.06, T31.0: Return the verdict on a mistake at this stage of the game, under this edition."""
    return _VERDICTS[kind](answers, stage, profile)


def _verdict_from(remedy: Remedy, stage: Stage, *consequences: str) -> MistakeVerdict:
    has_reset = remedy.reset != "none"
    may_choose = {"accept": remedy.may_accept, "replay": has_reset, "suspend": has_reset}
    options = tuple(option for option in offended_managers_options(stage) if may_choose[option])
    sentences: list[str] = []
    for option in options:
        if option in _RESET_PARTICIPLE:
            sentences.append(f"if {_RESET_PARTICIPLE[option]}, {RESET_TEXT[remedy.reset]}")
    if remedy.treated_as_injury and "accept" in options:
        sentences.append("if accepted, he counts as injured (T25.2)")
    sentences += [sentence for sentence in consequences if sentence]
    return MistakeVerdict(remedy.ruling, options, False, tuple(sentences), remedy.footnote, remedy.reset)


def _illegal_pitcher(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    """T31.2: In some editions, keep an accepted illegal starter in the rotation."""
    remedy = ineligible_pitcher_used(
        answers["batters_faced"],
        was_eligible=bool(answers["was_eligible"]),
        lifted_for_hitter=bool(answers["lifted_for_hitter"]),
    )
    stays = answers["started"] and profile.pitching.illegal_starter_stays
    terms = acceptance(ineligible_pitcher=True)
    if not remedy.may_accept:
        return _verdict_from(remedy, stage)
    next_step = "he stays in the rotation and keeps pitching" if stays else "he leaves immediately"
    innings = "his innings count as pitched, and in later totals too" if terms.innings_as_pitched else ""
    return _verdict_from(remedy, stage, f"if accepted, {next_step}", innings)


def _last_third(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    third = last_third(answers["outs_left"], answers["outs_on_play"])
    innings = format_innings(third.outs_entered)
    extra = format_innings(third.extra_thirds)
    consequences = (
        f"{innings} innings are entered, {extra} of them extra",
        "he must leave" if third.must_leave else "he may stay",
    )
    return MistakeVerdict(third.ruling, (), False, consequences, True)


def _illegal_lineup(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    repair = lineup_repair(can_be_made_legal=bool(answers["can_be_made_legal"]))
    if repair.worst_defense:
        how = "players who can't be replaced play with the worst defense"
    else:
        how = "substitutions make it legal"
    return _verdict_from(
        illegal_starting_lineup(),
        stage,
        f"if accepted, {how}",
        "players who leave stay out, and the others keep their batting spots",
    )


def _unannounced_defense(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    defense = defense_not_announced(
        fielded_a_play=bool(answers["needed_for_defence"]),
        batted_in_later_inning=bool(answers["batted_in_later_inning"]),
        can_play_replaced_position=bool(answers["can_play_replaced_position"]),
        can_be_made_legal=bool(answers.get("can_be_made_legal", True)),
    )
    return _verdict_from(
        defense.remedy,
        stage,
        "he has the worst defense for that play" if defense.worst_defense_on_play else "",
        "the lineup must be made legal" if defense.must_be_made_legal else "",
        "he keeps playing the position with the worst defense" if defense.continues_at_worst else "",
    )


def _pitcher_not_announced(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    unannounced = new_pitcher_not_announced(
        pinch_hitter_may_pitch=bool(answers["pinch_hitter_may_pitch"]),
        pinch_hitter_needed_to_start=bool(answers.get(NEEDED_TO_START)),
        last_eligible_pitcher_lifted=bool(answers["last_eligible_pitcher_lifted"]),
        eligible_pitchers=answers["pitchers_who_may_pitch"],
    )
    if unannounced.assumed is None:
        return _verdict_from(unannounced.remedy, stage)
    pitcher = _ASSUMED_PITCHER[unannounced.assumed]
    card = " on the hitter's pitching card" if unannounced.hitters_pitching_card else ""
    return _verdict_from(unannounced.remedy, stage, f"{pitcher} is pitching{card}")


def _agreed_by_both(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    """T31.8: Reset, or reconstruct from the dice, if both managers agree in time."""
    in_time = bool(answers["recognised_in_time"])
    agreed = bool(answers.get(BOTH_AGREE))
    ruling = check_misread_play(both_agree=agreed or not in_time, recognized_in_time=in_time)
    options: tuple[Option, ...] = ("replay", "from_dice") if in_time and stage in ("in_progress", "game_over") else ()
    consequences = (f"if replayed, {RESET_TEXT['before_mistake']}", RECONSTRUCTED) if options else ()
    return MistakeVerdict(ruling, options, True, consequences, False, "before_mistake")


def _outside_help(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    ruling = check_outside_help(
        "rule_clarification" if answers["on_rules_or_dice"] else "strategy",
        opponent_agreed=bool(answers["opponent_agreed"]),
        between_home_roll_and_signing=bool(answers["between_home_roll_and_signing"]),
    )
    return MistakeVerdict(ruling, (), False, (), False)


def _computer_result(answers: MistakeAnswers, stage: Stage, profile: Profile) -> MistakeVerdict:
    internet = profile.game.computer_results_stand
    ruling = accept_computer_result(
        differs=bool(answers["differs"]), intentional=bool(answers["intentional"]), internet=internet
    )
    options = () if ruling else offended_managers_options(stage)
    return MistakeVerdict(ruling, options, False, (), False, "none" if ruling else "point_of_mistake")


_VERDICTS: Final[Mapping[MistakeKind, Callable[[MistakeAnswers, Stage, Profile], MistakeVerdict]]] = {
    MistakeKind.ILLEGAL_PITCHER: _illegal_pitcher,
    MistakeKind.LAST_THIRD: _last_third,
    MistakeKind.REENTRY: lambda answers, stage, profile: _verdict_from(removed_player_reentered(), stage),
    MistakeKind.ILLEGAL_LINEUP: _illegal_lineup,
    MistakeKind.LOCKED_PLAYER: lambda answers, stage, profile: _verdict_from(uncoverable_substitution(), stage),
    MistakeKind.DEFENSE: _unannounced_defense,
    MistakeKind.PITCHER_NOT_ANNOUNCED: _pitcher_not_announced,
    MistakeKind.DICE: _agreed_by_both,
    MistakeKind.OTHER: _agreed_by_both,
    MistakeKind.OUTSIDE_HELP: _outside_help,
    MistakeKind.COMPUTER_RESULT: _computer_result,
}
