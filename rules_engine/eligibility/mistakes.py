"""The desk's question put to T31: what was done, what may be chosen at this stage of the game, and what follows."""

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
    acceptance,
    check_outside_help,
    computer_result_stands,
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
    DEFENCE = "defence"
    PITCHER_NOT_ANNOUNCED = "pitcher_not_announced"
    DICE = "dice"
    OTHER = "other"
    OUTSIDE_HELP = "check_outside_help"
    COMPUTER_RESULT = "computer_result"


class Fact(NamedTuple):
    """What the desk is asked of a mistake: a yes or no, or where it `counts` a number."""

    name: str
    question: str
    counts: bool = False


class MistakeDefinition(NamedTuple):
    rule: str
    title: str
    facts: tuple[Fact, ...]
    pitcher: str = ""
    both_at_fault: bool = False  # both managers are equally at fault: nobody is the offended one


KINDS: Final[Mapping[MistakeKind, MistakeDefinition]] = {
    MistakeKind.ILLEGAL_PITCHER: MistakeDefinition(
        "T31.2",
        "A pitcher pitched who was not eligible",
        (
            Fact("batters_faced", "Batters that he faced while not eligible", counts=True),
            Fact("was_eligible", "He was eligible when he came in"),
            Fact("lifted_for_hitter", "He had been lifted for a pinch hitter before"),
            Fact("started", "He was the starting pitcher"),
        ),
        pitcher="Pitcher",
    ),
    MistakeKind.LAST_THIRD: MistakeDefinition(
        "T31.1",
        "A double or triple play came from a reliever's last outs",
        (
            Fact("outs_left", "Outs that he had left before the play", counts=True),
            Fact("outs_on_play", "Outs on the play", counts=True),
        ),
        pitcher="Pitcher",
    ),
    MistakeKind.REENTRY: MistakeDefinition("T31.3", "A player who had left came back", ()),
    MistakeKind.ILLEGAL_LINEUP: MistakeDefinition(
        "T31.4",
        "A game was begun with an illegal line-up",
        (Fact("can_be_made_legal", "Substitutions can make it legal now"),),
    ),
    MistakeKind.LOCKED_PLAYER: MistakeDefinition(
        "T31.5", "A player was removed who could not be covered, or was locked", ()
    ),
    MistakeKind.DEFENCE: MistakeDefinition(
        "T31.6",
        "The defence was not announced after a pinch hitter or runner",
        (
            Fact("needed_for_defence", "A play came to him before it was found"),
            Fact("batted_in_later_inning", "He has batted in a later inning"),
            Fact("can_play_replaced_position", "He can play the position of the player he replaced"),
            Fact("can_be_made_legal", "Substitutions can make the lineup legal"),
        ),
    ),
    MistakeKind.PITCHER_NOT_ANNOUNCED: MistakeDefinition(
        "T31.11",
        "A pitcher was hit for and no successor was named",
        (
            Fact("pinch_hitter_may_pitch", "The pinch hitter is an eligible pitcher"),
            Fact("last_eligible_pitcher_lifted", "It was the last eligible pitcher"),
            Fact("pitchers_who_may_pitch", "Pitchers who may pitch now", counts=True),
        ),
        pitcher="The pinch hitter, if he is a pitcher",
    ),
    MistakeKind.DICE: MistakeDefinition(
        "T31.8",
        "Dice, a card or a chart were misread",
        (Fact("recognised_in_time", "It was seen before the first batter of the next half-inning"),),
        both_at_fault=True,
    ),
    MistakeKind.OTHER: MistakeDefinition(
        "T31.8",
        "Any other mistake, such as batting out of turn or a bunt with two out",
        (Fact("recognised_in_time", "It was seen before the first batter of the next half-inning"),),
        both_at_fault=True,
    ),
    MistakeKind.OUTSIDE_HELP: MistakeDefinition(
        "T0.14",
        "Somebody helped from outside",
        (
            Fact("on_rules_or_dice", "It was about rules or dice alone"),
            Fact("opponent_agreed", "The opponent had agreed"),
            Fact("between_home_roll_and_signing", "Between the roll for home and the signing of the sheet"),
        ),
    ),
    MistakeKind.COMPUTER_RESULT: MistakeDefinition(
        "T0.17",
        "The computer played otherwise than these rules",
        (Fact("differs", "The result differs from these rules"), Fact("intentional", "A rule was broken on purpose")),
    ),
}


class MistakeVerdict(NamedTuple):
    """ruling: on what was done. options: what may be chosen, by whom it is offered. both: both managers must agree.

    follows: what comes of it, sentence by sentence; footnote: whether an acceptance is written on the sheet.
    reset: where the game is taken back to, if it is.
    """

    ruling: Ruling
    options: tuple[Option, ...]
    both: bool
    follows: tuple[str, ...]
    footnote: bool
    reset: Reset = "none"


Facts = Mapping[str, int]  # yes is 1, no is 0
BOTH_AGREE: Final = "both_agree"  # T31.8: the two managers say so, nobody else is asked
NEEDED_TO_START: Final = "pinch_hitter_needed_to_start"  # T31.11: the pitching sheet tells it, nobody is asked
RESETS: Final[Mapping[Reset, str]] = {
    "none": "",
    "last_legal_out": "the game is taken back to his last legal out",
    "entry": "the game is taken back to his entry",
    "point_of_mistake": "the game is taken back to the mistake",
    "start_of_game": "the game is started over",
    "removal": "the game is taken back to the removal",
    "first_illegal_plate_appearance": "the game is taken back to just before his first illegal plate appearance",
    "before_mistake": "the game is taken back to before the mistake",
}


RECONSTRUCTED: Final = (
    "reconstructed: the play is worked out again from the dice as rolled, and the game goes on from it"
)
_PLAYED_ON: Final[Mapping[Option, str]] = {"replay": "replayed", "suspend": "suspended"}


def mistake_verdict(kind: MistakeKind, facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    """T0.06, T31.0: what this mistake leads to at this stage of the game, under this edition."""
    return _VERDICTS[kind](facts, stage, profile)


def _chosen_from(remedy: Remedy, stage: Stage, *follows: str) -> MistakeVerdict:
    may = {"accept": remedy.may_accept, "replay": remedy.reset != "none", "suspend": remedy.reset != "none"}
    options = tuple(option for option in offended_managers_options(stage) if may[option])
    as_if_hurt = ("accepted, he counts as injured (T25.2)",) if remedy.treated_as_injury and "accept" in options else ()
    back = tuple(f"{_PLAYED_ON[option]}, {RESETS[remedy.reset]}" for option in options if option in _PLAYED_ON)
    sentences = (*back, *as_if_hurt, *filter(None, follows))
    return MistakeVerdict(remedy.ruling, options, False, sentences, remedy.footnote, remedy.reset)


def _illegal_pitcher(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    """T31.2; in editions that split it, an illegal starter who is accepted stays in the rotation."""
    remedy = ineligible_pitcher_used(
        facts["batters_faced"],
        was_eligible=bool(facts["was_eligible"]),
        lifted_for_hitter=bool(facts["lifted_for_hitter"]),
    )
    stays = facts["started"] and profile.pitching.illegal_starter_stays
    terms = acceptance(ineligible_pitcher=True)
    goes = "accepted, he stays in the rotation and pitches on" if stays else "accepted, he leaves at once"
    kept = "his innings stand as pitched and count in later sums" if terms.innings_as_pitched else ""
    return _chosen_from(remedy, stage, *((goes, kept) if remedy.may_accept else ()))


def _last_third(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    third = last_third(facts["outs_left"], facts["outs_on_play"])
    entered = (
        f"{format_innings(third.outs_entered)} innings are entered, {format_innings(third.extra_thirds)} of them extra"
    )
    return MistakeVerdict(
        third.ruling, (), False, (entered, "he must leave" if third.must_leave else "he may stay"), True
    )


def _illegal_lineup(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    repair = lineup_repair(can_be_made_legal=bool(facts["can_be_made_legal"]))
    how = (
        "who cannot be replaced plays with the worst defence" if repair.worst_defense else "substitutions make it legal"
    )
    return _chosen_from(
        illegal_starting_lineup(), stage, f"accepted, {how}; who goes stays out, who stays keeps his spot"
    )


def _unannounced_defense(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    found = defense_not_announced(
        needed_for_defence=bool(facts["needed_for_defence"]),
        batted_in_later_inning=bool(facts["batted_in_later_inning"]),
        can_play_replaced_position=bool(facts["can_play_replaced_position"]),
        can_be_made_legal=bool(facts.get("can_be_made_legal", True)),
    )
    return _chosen_from(
        found.remedy,
        stage,
        "he has the worst defense for that play" if found.worst_defense_on_play else "",
        "the lineup must be made legal" if found.must_be_made_legal else "",
        "he keeps playing the position with the worst defense" if found.continues_at_worst else "",
    )


def _pitcher_not_announced(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    found = new_pitcher_not_announced(
        pinch_hitter_may_pitch=bool(facts["pinch_hitter_may_pitch"]),
        pinch_hitter_needed_to_start=bool(facts.get(NEEDED_TO_START)),
        last_eligible_pitcher_lifted=bool(facts["last_eligible_pitcher_lifted"]),
        pitchers_who_may_pitch=facts["pitchers_who_may_pitch"],
    )
    who = {"pinch_hitter": "the pinch hitter is pitching", "only_pitcher": "the only one who may is pitching", None: ""}
    card = "on the hitter's pitching card" if found.hitters_pitching_card else ""
    return _chosen_from(found.remedy, stage, " ".join(filter(None, (who[found.assumed], card))))


def _agreed_by_both(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    """T31.8: reset, or reconstruct from the dice, if both managers agree. Too late, their agreement changes nothing."""
    in_time = bool(facts["recognised_in_time"])
    agreed = bool(facts.get(BOTH_AGREE))
    ruling = check_misread_play(both_agree=agreed or not in_time, recognised_in_time=in_time)
    options: tuple[Option, ...] = ("replay", "from_dice") if in_time and stage in ("in_progress", "game_over") else ()
    follows = (f"reset: {RESETS['before_mistake']}", RECONSTRUCTED) if options else ()
    return MistakeVerdict(ruling, options, True, follows, False, "before_mistake")


def _outside_help(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    ruling = check_outside_help(
        "rule_clarification" if facts["on_rules_or_dice"] else "strategy",
        opponent_agreed=bool(facts["opponent_agreed"]),
        between_home_roll_and_signing=bool(facts["between_home_roll_and_signing"]),
    )
    return MistakeVerdict(ruling, (), False, (), False)


def _computer(facts: Facts, stage: Stage, profile: Profile) -> MistakeVerdict:
    internet = profile.game.computer_results_stand
    ruling = computer_result_stands(
        differs=bool(facts["differs"]), intentional=bool(facts["intentional"]), internet=internet
    )
    options = () if ruling else offended_managers_options(stage)
    return MistakeVerdict(ruling, options, False, (), False, "none" if ruling else "point_of_mistake")


_VERDICTS: Final[Mapping[MistakeKind, Callable[[Facts, Stage, Profile], MistakeVerdict]]] = {
    MistakeKind.ILLEGAL_PITCHER: _illegal_pitcher,
    MistakeKind.LAST_THIRD: _last_third,
    MistakeKind.REENTRY: lambda facts, stage, profile: _chosen_from(removed_player_reentered(), stage),
    MistakeKind.ILLEGAL_LINEUP: _illegal_lineup,
    MistakeKind.LOCKED_PLAYER: lambda facts, stage, profile: _chosen_from(uncoverable_substitution(), stage),
    MistakeKind.DEFENCE: _unannounced_defense,
    MistakeKind.PITCHER_NOT_ANNOUNCED: _pitcher_not_announced,
    MistakeKind.DICE: _agreed_by_both,
    MistakeKind.OTHER: _agreed_by_both,
    MistakeKind.OUTSIDE_HELP: _outside_help,
    MistakeKind.COMPUTER_RESULT: _computer,
}
