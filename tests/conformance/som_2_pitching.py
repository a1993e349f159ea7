"""Sections 10.2 and 26 to 28: endurance, rest and the closer rule."""

from dataclasses import replace
from typing import Any

from rules_engine.baseball.bases import EMPTY, FIRST, HOME, LOADED, SECOND, THIRD, is_on, occupied, state_of
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, parse_endurance
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.editions.edition_sections import EnduranceRules
from rules_engine.systems.strat_o_matic.pitchers.closer import (
    before_batter,
    closer_outs_left,
    endurance_in_use,
    is_closer_situation,
)
from rules_engine.systems.strat_o_matic.pitchers.fatigue import (
    Outing,
    before_inning,
    charge_batter,
    new_outing,
    pow_for,
    read_dot,
    record_outs,
    record_runs,
    starter_must_leave,
    vulnerable_after_outs,
    vulnerable_from,
)
from rules_engine.systems.strat_o_matic.pitchers.rest import (
    relief_ruling,
    rest_after_start,
    resting_man_ruling,
    start_after_relief,
)
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import ROLES, Vocabulary, heard, one_of, plain

SYSTEMS = ("som_2",)
Given = dict[str, Any]
WINDOWS: Vocabulary = {"rolling": (), "fixed_blocks": ("fixed",)}
CLEAN = "no_hits_walks_or_runs"  # the only earlier innings a case may have
USES: Vocabulary = {"pow": ("regular_pow", "relief_pow"), "closer_endurance": (), "starter_pow": ()}

HITS = {"single": 1, "double": 2, "triple": 3, "homer": 4}
FREE = ("walk", "intentional_walk", "hit_by_pitch", "error", "interference")
COUNTED = (*HITS, "walk")  # 27.3
OUTS_MADE = {"out": 1, "fielders_choice": 1, "double_play": 2, "triple_play": 3}
BATTERS: Vocabulary = {
    **dict.fromkeys((*HITS, *FREE, *OUTS_MADE), ()),
    "single": ("bunt_single", "bunt_hit", "infield_single", "infield_hit"),
    "homer": ("homerun", "home_run", "hr"),
    "walk": ("unintentional_walk", "bb", "base_on_balls"),
    "intentional_walk": ("ibb",),
    "hit_by_pitch": ("hbp",),
    "error": ("reached_on_error", "roe"),
    "interference": ("catchers_interference",),
    "out": ("strikeout", "groundout", "flyout", "popout", "foulout", "lineout", "sacrifice", "sacrifice_fly"),
}


def endurance_rules(given: Given, ruleset: str) -> EnduranceRules:
    rules = load_edition(ruleset).endurance
    if "reliever_window" in given:
        rules = replace(rules, reliever_window=one_of("reliever_window", given["reliever_window"], WINDOWS))
    return rules if given.get("closer_rule", True) else replace(rules, closer=False)


def endurance(given: Given, *, pow_counts: bool = False) -> Endurance:
    """From the card's text, or from the bare numbers of the case; where the POW counts, it must be told."""
    if "card" in given:
        return parse_endurance(given["card"])
    number = given.get("pow")
    if pow_counts and number is None:
        raise UnknownWords("pow", number, "an inning, card")
    return Endurance(starter=number, relief=number, closer=given.get("closer"))


def started(given: Given) -> bool:
    """Whether he started this game: told as such or by his role; a closer's case, which tells neither, is relief."""
    if "role" not in given and "card" not in given and "started_this_game" not in given:
        raise UnknownWords("role", None, ", ".join(ROLES))
    role = one_of("role", given.get("role", "reliever"), ROLES)
    return role == "starter" or given.get("started_this_game", False)


class Half:
    """The bases, outs and lead behind a list of batters, moved no further than each play forces."""

    def __init__(self, given: Given) -> None:
        enters = given.get("enters", {"inning": given.get("from_inning", 1), "outs": 0})
        self.inning, self.outs = enters["inning"], enters.get("outs", 0)
        self.lead, self.state = enters.get("lead", 0), state_of(enters.get("runners_on", ()))

    def play(self, batter: str) -> int:
        """The outs of one batter."""
        outs = OUTS_MADE.get(batter, 0)
        if batter in HITS:
            self._hit(HITS[batter])
        elif batter in FREE:
            self.lead -= self.state == LOADED
            self.state |= self.state + 1 & LOADED  # the first open base is filled
        elif outs > 1:
            self.state &= self.state - 1
        self.outs += outs
        if self.outs >= 3:
            self.inning, self.outs, self.state = self.inning + 1, self.outs - 3, EMPTY
        return outs

    def _hit(self, bases: int) -> None:
        moved = [*(base + bases for base in (FIRST, SECOND, THIRD) if is_on(self.state, base)), bases]
        self.state = occupied(*(base for base in moved if base < HOME))
        self.lead -= sum(base >= HOME for base in moved)


def pitch_to(rules: EnduranceRules, outing: Outing, given: Given) -> int | None:
    """Faces every batter; the number of the one after whom he is tired, 0 when he was before the first."""
    half = Half(given)
    at_entry = given.get("closer_situation_at_entry")
    if plain(given.get("earlier_innings", CLEAN)) != CLEAN:
        raise UnknownWords("earlier_innings", given["earlier_innings"], CLEAN)
    batters = [one_of("batters", batter, BATTERS) for batter in given["batters"]]
    for number, batter in enumerate(batters, start=1):
        closer = is_closer_situation(half.inning, half.lead, half.state)
        before_inning(rules, outing, half.inning)
        before_batter(rules, outing, closer_situation=at_entry if number == 1 and at_entry is not None else closer)
        if outing.tired:
            return number - 1
        if batter in COUNTED:
            charge_batter(rules, outing, half.inning)
        record_outs(rules, outing, half.play(batter))
    return len(batters) if outing.tired else None


def fatigue_of_batters(given: Given, ruleset: str) -> Given:
    rules = endurance_rules(given, ruleset)
    outing = new_outing(rules, endurance(given, pow_counts=rules.fatigue), started=started(given))
    after = pitch_to(rules, outing, given)
    return {"fatigued": outing.tired, "fatigued_after_batter": after, "uses": endurance_in_use(outing)}


def where_vulnerable(given: Given, ruleset: str) -> Given:
    answer: Given = {"vulnerable_after_own_outs": vulnerable_after_outs(given["pow"])}
    if "enters" in given:
        stands = vulnerable_from(given["pow"], given["enters"]["inning"], given["enters"].get("outs", 0))
        answer["vulnerable_from"] = {"inning": stands.inning, "outs": stands.outs}
    return answer


def endurance_dot(given: Given, ruleset: str) -> Given:
    reading = parse_reading(given["reading"])
    dotted = given.get("dot", False) and plain(given.get("card", "pitcher")) in ("pitcher", "pitchers_card")
    read = read_dot(endurance_rules(given, ruleset), reading, dotted=dotted, tired=given["fatigued"])
    return {"result": given["reading"] if read == reading else write_reading(read)}


def lost_stuff_and_limits(given: Given, ruleset: str) -> Given:
    rules = endurance_rules(given, ruleset)
    rested = given.get("days_of_rest_since", 99) >= load_edition(ruleset).rest.before_start_after_relief
    rested = rested or not given.get("relieved_in_last_outing", False)
    counts = "own_outs" in given
    outing = new_outing(rules, endurance(given, pow_counts=counts), started=started(given), rested=rested)
    for inning, runs in enumerate(given.get("runs_by_inning", ()), start=1):
        record_runs(rules, outing, inning, runs)
    before_inning(rules, outing, given.get("about_to_pitch_inning", 1))
    record_outs(rules, outing, given.get("own_outs", 0))
    if "inning" in given and "lead" in given:
        closer = is_closer_situation(given["inning"], given["lead"], state_of(given.get("runners_on", ())))
        before_batter(rules, outing, closer_situation=closer)
    return {"fatigued": outing.tired, "uses": endurance_in_use(outing)}


def starter_limit(given: Given, ruleset: str) -> Given:
    rules = endurance_rules(given, ruleset)
    return {"must_be_relieved": started(given) and starter_must_leave(rules, given["innings_completed"])}


def default_pow(given: Given, ruleset: str) -> Given:
    used_as = one_of("used_as", given["used_as"], ROLES)
    number = pow_for(endurance_rules(given, ruleset), endurance(given), started=used_as == "starter")
    return {"pow": number or None, "allowed": bool(number), "legal": bool(number)}


def rest_after_relief(given: Given, ruleset: str) -> Given:
    edition = load_edition(ruleset)
    rested = given.get("games_rested", given.get("days_of_rest_since", 0))
    allowed = bool(pow_for(edition.endurance, endurance(given), started=True))
    if one_of("last_outing", given.get("last_outing", "relief"), ROLES) == "reliever":
        ruling = start_after_relief(edition.rest, rested, may_relieve=given.get("eligible_to_relieve", True))
        allowed = allowed and bool(ruling)
    else:
        allowed = allowed and rested >= rest_after_start(edition.rest, asterisk=given.get("roster_asterisk", False))
    return {"may_start": allowed}


def rest(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).rest
    answer: Given = {}
    if "roster_asterisk" in given:
        answer["games_of_rest_between_starts"] = rest_after_start(rules, asterisk=given["roster_asterisk"])
    if "relief_days" in given or "relieved_in_last_games" in given:
        answer["may_relieve_today"] = bool(relief_ruling(rules, appearances(given)))
    if "role" in given:
        ruling = resting_man_ruling(
            rules if given.get("solitaire_guide", True) else replace(rules, solitaire_guide=False),
            one_of("role", given["role"], RESTING_ROLES),
            rests=given.get("player_rests", False),
            last_at_position=given.get("last_rated_at_position", False),
        )
        answer["allowed"] = bool(ruling)
    return answer


DAYS: Vocabulary = {
    "yesterday": ("one_day_ago", "1_day_ago"),
    "two_days_ago": ("day_before_yesterday", "2_days_ago"),
    "three_days_ago": ("3_days_ago",),
    "four_days_ago": ("4_days_ago",),
    "five_days_ago": ("5_days_ago",),
}
RESTING_ROLES: Vocabulary = {
    "start": ("starter", "starting_lineup"),
    "pinch_hitter": ("pinch_hit",),
    "pinch_runner": ("pinch_run",),
    "defensive_replacement": ("late_defensive_replacement", "late_inning_defensive_replacement"),
    "injury_substitute": ("injury_replacement", "substitute"),
}


def appearances(given: Given) -> list[bool]:
    """The latest last."""
    if "relief_days" in given:
        days = {one_of("relief_days", day, DAYS) for day in given["relief_days"]}
        return [day in days for day in reversed(list(DAYS))]
    return [bool(pitched) for pitched in given["relieved_in_last_games"]]


def rest_after_a_start(given: Given, ruleset: str) -> Given:
    rules = endurance_rules(given, ruleset)
    rested = one_of("last_outing", given.get("last_outing", "relief"), ROLES) != "starter" or (
        given["days_of_rest_taken"] >= given["days_of_rest_required_by_chart"]
    )
    return {"fatigued": new_outing(rules, endurance(given), started=started(given), rested=rested).tired}


def closer_situation(given: Given, ruleset: str) -> Given:
    state = state_of(given.get("runners_on", ()))
    lead = given["pitching_team_lead"] if "pitching_team_lead" in given else given["lead"]
    return {"closer_situation": is_closer_situation(given["inning"], lead, state)}


def closer_endurance(given: Given, ruleset: str) -> Given:
    """What he goes by now; "then" may only follow an entry and never takes the closer endurance away."""
    rules, printed = endurance_rules(given, ruleset), endurance(given, pow_counts=True)
    outing = new_outing(rules, printed, started=started(given))
    if "enters" in given:
        entry = given["enters"]
        situation = is_closer_situation(entry["inning"], entry["lead"], state_of(entry.get("runners_on", ())))
        before_batter(rules, outing, closer_situation=situation)
    if one_of("uses", given.get("uses_before", given.get("uses", "pow")), USES) == "closer_endurance":
        before_batter(rules, outing, closer_situation=True)
    if given.get("fatigued_already"):
        outing.tire("27.3")
    record_outs(rules, outing, given.get("own_outs", 0))
    for _ in range(given.get("hits_and_walks_since_switch", 0)):
        charge_batter(rules, outing, given.get("inning", 9))
    if "now_closer_situation" in given:
        before_batter(rules, outing, closer_situation=given["now_closer_situation"])
    elif "lead" in given:
        state = state_of(given.get("runners_on", ()))
        before_batter(rules, outing, closer_situation=is_closer_situation(given["inning"], given["lead"], state))
    elif given.get("then") and rules.closer and not (outing.on_closer or outing.started):
        # nothing takes the closer endurance away (28.34), but whether it comes is not to be guessed from a phrase
        raise UnknownWords("then", given["then"], "lead and inning after it, now_closer_situation")
    return {
        "pow": outing.pow,
        "closer_endurance": printed.closer,
        "uses": endurance_in_use(outing),
        "remaining_outs": closer_outs_left(outing),
        "fatigued": outing.tired,
    }


def weakness_before_closer(given: Given, ruleset: str) -> Given:
    """As the batters say; the bases and the lead after the last of them are the case's own."""
    rules = endurance_rules(given, ruleset)
    outing = new_outing(rules, endurance(given, pow_counts=rules.fatigue), started=started(given))
    after = pitch_to(rules, outing, given)
    state = state_of(given.get("runners_on_after", ()))
    inning = given["enters"]["inning"]
    now = is_closer_situation(inning, given.get("lead_after", given["enters"]["lead"]), state)
    before_batter(rules, outing, closer_situation=now)
    return {
        "fatigued": outing.tired,
        "fatigued_after_batter": after,
        "closer_situation": now,
        "uses": endurance_in_use(outing),
    }


ADAPTERS = heard(
    {
        "starter_fatigue": fatigue_of_batters,
        "reliever_fatigue": fatigue_of_batters,
        "no_fatigue": fatigue_of_batters,
        "closer_fatigue": fatigue_of_batters,
        "weakness_before_closer": weakness_before_closer,
        "vulnerable_from": where_vulnerable,
        "endurance_dot": endurance_dot,
        "lost_stuff_and_limits": lost_stuff_and_limits,
        "starter_limit": starter_limit,
        "default_pow": default_pow,
        "rest_after_relief": rest_after_relief,
        "rest_after_start": rest_after_a_start,
        "rest": rest,
        "closer_situation": closer_situation,
        "closer_endurance": closer_endurance,
        "closer_rule": closer_endurance,
        "closer_and_innings_limit": closer_endurance,
        "fatigue_is_permanent": closer_endurance,
    }
)
