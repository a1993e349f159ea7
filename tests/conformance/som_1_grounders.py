"""Adapters for sections 4, 6, 9, 15 and 20: groundballs, infield positions, gb()+ and lomax."""

from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.systems.strat_o_matic.fielding.grounders import PLAY_RESULTS, Grounder, chart_portion, groundball_code
from rules_engine.systems.strat_o_matic.fielding.infield import fielder_position, infield_ruling, resolve_plus
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.conformance.given import CaseFacts
from tests.conformance.playing import X_DICE, Answer, Scene, Script, x_chance, x_line
from tests.conformance.som_1_hits import on_base, rolled, stance
from tests.conformance.som_1_reading import printed_form
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import CARD_SOURCES, DECIDE_THROWS, FIELDS, plain, state_of, word_for

SYSTEMS = ("som_1",)
WORDS = FIELDS
X_RESULTS = {"1": ("g1", "g1#"), "2": ("g2", "g2#"), "3": ("g3", "g3#")}
LOMAX = {"lomax": ("lineout()_into_as_many_outs_as_possible",)}
BATTERS_CARD = {"batter": ("batters_card", "batter_card")}


def _is_card(facts: CaseFacts) -> bool:
    """Return whether the groundball is from a card, not the X chart.

    `source` can also be the X reading, such as gb(p)X.
    """
    source = plain(facts["source"])
    return not source.endswith((")x", "catch_x")) and word_for("source", source, CARD_SOURCES) == "card"


def _column(facts: CaseFacts) -> int:
    if _is_card(facts):
        return "ABC".index(parse_reading(facts["reading"]).letter)
    return int(word_for("reading", facts["reading"], X_RESULTS)) - 1


def groundball(facts: CaseFacts, ruleset: str) -> Answer:
    edition, state, card = load_ruleset(ruleset), state_of(facts["bases"]), _is_card(facts)
    fielder, infield = facts["fielder"], facts["infield"]
    ball, situation = Grounder(fielder, _column(facts), "card" if card else "x"), Situation(state, infield=infield)
    code = groundball_code(edition, situation, ball)
    answer: Answer = {
        "fielder_position": fielder_position(edition, infield, fielder, state, card=card),
        "result_code": code,
        "chart_portion": f"infield_{chart_portion(edition, situation, ball)}",
        "play_result": PLAY_RESULTS.get(code),
    }
    script = grounder_script(facts)
    scene = grounder_scene(facts, edition, ball)
    play = scene.play(script)
    if "lead" in script.rolled:  # T15.0 Decide is calculated from these
        facts["lead_running"], facts["fielder_range"]
    answer["attempt_allowed"] = "send_lead" in script.offered
    if "lead_running" in facts and "fielder_range" in facts:
        answer["safe_max"] = script.safe("send_lead", "send")
    return answer | (scene.outcome(play) | {"d20_rolled": rolled(script)} if play else {})


def grounder_scene(facts: CaseFacts, edition: Ruleset, ball: Grounder) -> Scene:
    """Return a scene with the ball on the card, or on a fielding chart for every X chance to this fielder."""
    fielder, charts = ball.fielder, {}
    line = parse_line(facts["reading"]) if ball.source == "card" else x_line(fielder)
    if ball.source == "x":
        says = f"G{ball.column + 1}" if edition.fielding.chart == "super" else f"gb {ball.column + 1}"
        charts = x_chance(edition, fielder, says)
    elif line.sole_reading.fielder != fielder:
        raise UnknownWords("fielder", fielder, f"{line.sole_reading.fielder}, by the reading")
    runners = {}
    if "lead_running" in facts:
        runners = dict.fromkeys(facts["bases"], {"running": facts["lead_running"]})
    fielders = {fielder: PositionRating(fielder, facts.absent("fielder_range", 3), 0, 0)}
    return Scene(edition, facts["bases"], facts["outs"], line, runners=runners, fielders=fielders, charts=charts)


def grounder_script(facts: CaseFacts) -> Script:
    answers = stance(facts)
    if "lead_attempts" in facts:
        answers["send_lead"] = "send" if facts["lead_attempts"] else "hold"
    if "defense" in facts:
        answers["throw"] = word_for("defense", facts["defense"], DECIDE_THROWS)
    rolls = dict(X_DICE) if not _is_card(facts) else {}
    return Script(rolls | ({"lead": facts["d20"]} if "d20" in facts else {}), answers)


def position(facts: CaseFacts, ruleset: str) -> Answer:
    state = on_base(facts)
    where = fielder_position(load_ruleset(ruleset), facts["infield"], facts["fielder"], state, card=_is_card(facts))
    return {"fielder_position": where}


def gb_plus(facts: CaseFacts, ruleset: str) -> Answer:
    edition, reading = load_ruleset(ruleset), parse_reading(facts["reading"])
    word_for("card", facts["card"], BATTERS_CARD)
    if "option_plusplus" in facts:
        option = facts["option_plusplus"]
        edition = edition.with_options("grounders", plus_with_infield_in=option, plus_with_runner_on_hold=option)
    becomes = resolve_plus(edition, reading, facts["infield"], holds=facts["a_runner_is_held"])
    return {"effective_reading": printed_form(becomes, facts["reading"].rstrip("+ "))}


def lomax(facts: CaseFacts, ruleset: str) -> Answer:
    rolls = {"lomax": facts["d20"]} if "d20" in facts else {}
    line = parse_line(word_for("reading", facts["reading"], LOMAX))
    scene = Scene(load_ruleset(ruleset), facts["bases"], facts["outs"], line)
    script = Script(rolls, stance(facts))
    play = scene.play(script)
    return scene.outcome(play) | {"d20_rolled": rolled(script)} if play else {}


def infield_position(facts: CaseFacts, ruleset: str) -> Answer:
    hold_values = [facts.absent(key, False) for key in ("a_runner_is_held", "held")]
    ruling = infield_ruling(
        load_ruleset(ruleset),
        facts["infield"],
        state_of(facts["bases"]),
        facts["outs"],
        holds=any(hold_values),
        for_sacrifice=facts.absent("anticipating_sacrifice", False),
    )
    return {"allowed": ruling.allowed}


ADAPTERS = {
    "groundball": groundball,
    "fielder_position": position,
    "gb_plus": gb_plus,
    "lomax": lomax,
    "infield_position": infield_position,
}
