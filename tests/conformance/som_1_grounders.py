"""Sections 4, 6, 9, 15 and 20, played: groundballs, infield positions, gb()+ and lomax."""

from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.systems.strat_o_matic.fielding.grounders import PLAY_RESULTS, Grounder, chart_portion, groundball_code
from rules_engine.systems.strat_o_matic.fielding.infield import fielder_position, infield_ruling, resolve_plus
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.conformance.given import Given
from tests.conformance.playing import X_DICE, Answer, Scene, Script, x_chance, x_line
from tests.conformance.som_1_hits import on_base, rolled, stance
from tests.conformance.som_1_reading import as_told
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import CARD_SOURCES, DECIDE_THROWS, FIELDS, one_of, plain, state_of

SYSTEMS = ("som_1",)
WORDS = FIELDS
X_RESULTS = {"1": ("g1", "g1#"), "2": ("g2", "g2#"), "3": ("g3", "g3#")}
LOMAX = {"lomax": ("lineout()_into_as_many_outs_as_possible",)}
BATTERS_CARD = {"batter": ("batters_card", "batter_card")}


def _is_card(given: Given) -> bool:
    """A card's groundball, or one of the X chart; `source` may also be the X reading itself, such as gb(p)X."""
    source = plain(given["source"])
    return not source.endswith((")x", "catch_x")) and one_of("source", source, CARD_SOURCES) == "card"


def _column(given: Given) -> int:
    if _is_card(given):
        return "ABC".index(parse_reading(given["reading"]).letter)
    return int(one_of("reading", given["reading"], X_RESULTS)) - 1


def groundball(given: Given, ruleset: str) -> Answer:
    edition, state, card = load_ruleset(ruleset), state_of(given["bases"]), _is_card(given)
    fielder, infield = given["fielder"], given["infield"]
    ball, situation = Grounder(fielder, _column(given), "card" if card else "x"), Situation(state, infield=infield)
    code = groundball_code(edition, situation, ball)
    answer: Answer = {
        "fielder_position": fielder_position(edition, infield, fielder, state, card=card),
        "result_code": code,
        "chart_portion": f"infield_{chart_portion(edition, situation, ball)}",
        "play_result": PLAY_RESULTS.get(code),
    }
    script = grounder_script(given)
    scene = grounder_scene(given, edition, ball)
    play = scene.play(script)
    if "lead" in script.rolled:  # T15.0 Decide is reckoned from these
        given["lead_running"], given["fielder_range"]
    answer["attempt_allowed"] = "send_lead" in script.offered
    if "lead_running" in given and "fielder_range" in given:
        answer["safe_max"] = script.safe("send_lead", "send")
    return answer | (scene.told(play) | {"d20_rolled": rolled(script)} if play else {})


def grounder_scene(given: Given, edition: Ruleset, ball: Grounder) -> Scene:
    """The ball comes off the card, or off a fielding chart that says it of every X chance to this fielder."""
    fielder, charts = ball.fielder, {}
    line = parse_line(given["reading"]) if ball.source == "card" else x_line(fielder)
    if ball.source == "x":
        says = f"G{ball.column + 1}" if edition.fielding.chart == "super" else f"gb {ball.column + 1}"
        charts = x_chance(edition, fielder, says)
    elif line.sole_reading.fielder != fielder:
        raise UnknownWords("fielder", fielder, f"{line.sole_reading.fielder}, by the reading")
    runners = {}
    if "lead_running" in given:
        runners = dict.fromkeys(given["bases"], {"running": given["lead_running"]})
    fielders = {fielder: PositionRating(fielder, given.absent("fielder_range", 3), 0, 0)}
    return Scene(edition, given["bases"], given["outs"], line, runners=runners, fielders=fielders, charts=charts)


def grounder_script(given: Given) -> Script:
    answers = stance(given)
    if "lead_attempts" in given:
        answers["send_lead"] = "send" if given["lead_attempts"] else "hold"
    if "defense" in given:
        answers["throw"] = one_of("defense", given["defense"], DECIDE_THROWS)
    rolls = dict(X_DICE) if not _is_card(given) else {}
    return Script(rolls | ({"lead": given["d20"]} if "d20" in given else {}), answers)


def position(given: Given, ruleset: str) -> Answer:
    state = on_base(given)
    where = fielder_position(load_ruleset(ruleset), given["infield"], given["fielder"], state, card=_is_card(given))
    return {"fielder_position": where}


def gb_plus(given: Given, ruleset: str) -> Answer:
    edition, reading = load_ruleset(ruleset), parse_reading(given["reading"])
    one_of("card", given["card"], BATTERS_CARD)
    if "option_plusplus" in given:
        option = given["option_plusplus"]
        edition = edition.with_options("grounders", plus_with_infield_in=option, plus_with_runner_held=option)
    becomes = resolve_plus(edition, reading, given["infield"], held=given["a_runner_is_held"])
    return {"effective_reading": as_told(becomes, given["reading"].rstrip("+ "))}


def lomax(given: Given, ruleset: str) -> Answer:
    rolls = {"lomax": given["d20"]} if "d20" in given else {}
    line = parse_line(one_of("reading", given["reading"], LOMAX))
    scene = Scene(load_ruleset(ruleset), given["bases"], given["outs"], line)
    script = Script(rolls, stance(given))
    play = scene.play(script)
    return scene.told(play) | {"d20_rolled": rolled(script)} if play else {}


def infield_position(given: Given, ruleset: str) -> Answer:
    held = [given.absent(key, False) for key in ("a_runner_is_held", "held")]
    ruling = infield_ruling(
        load_ruleset(ruleset),
        given["infield"],
        state_of(given["bases"]),
        given["outs"],
        held=any(held),
        for_sacrifice=given.absent("anticipating_sacrifice", False),
    )
    return {"allowed": ruling.allowed}


ADAPTERS = {
    "groundball": groundball,
    "fielder_position": position,
    "gb_plus": gb_plus,
    "lomax": lomax,
    "infield_position": infield_position,
}
