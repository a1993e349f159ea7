"""What a game looks like at the terminal: where it stands, its events, its line-ups, its box score."""

from collections.abc import Iterator, Mapping, Sequence

from rules_engine.baseball.bases import BASE_NAMES
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import Event
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import box_text, line_score, sentence
from rules_engine.baseball.state import Side, State
from rules_engine.eligibility.game_ending import conceded_score
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.ball.dice import CardLine
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.cards.notation import write_line
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.swinging import card_line_at
from rules_engine.systems.strat_o_matic.scorebook.book import Book

Names = Mapping[str, str]
Teams = tuple[str, str]


def half_text(state: State, teams: Teams) -> str:
    """The head of a half-inning."""
    half = "Bottom" if state.bottom else "Top"
    return f"{half} of inning {state.inning}, {score_text(state, teams)}"


def score_text(state: State, teams: Teams) -> str:
    return f"{teams[0]} {state.score[0]}, {teams[1]} {state.score[1]}"


def runners_text(state: State, names: Names) -> str:
    """Who is on base, "nobody on" when nobody is."""
    on_base = [
        f"{names.get(runner.player, runner.player)} on {BASE_NAMES[base]}"
        for base, runner in enumerate(state.bases, start=1)
        if runner
    ]
    return ", ".join(on_base) or "nobody on"


def situation_text(state: State, names: Names) -> str:
    """Batter, pitcher, outs, runners: what is announced before a play."""
    batter, pitcher = state.batting.batter, state.fielding.pitcher
    where = f", {runners_text(state, names)}" if state.occupied else ""
    return f"{names.get(batter, batter)} against {names.get(pitcher, pitcher)}, {state.outs} out{where}"


def card_line_text(game: StratGame, dice: CardLine, names: Names) -> str:
    """1.0, 11.1: what stands where the dice point: "5-9 Greg Maddux, to right-handers: gb(ss)A"."""
    batter, pitcher, book = game.state.batting.batter, game.state.fielding.pitcher, game.book
    at_bat = book.at_bat(batter, pitcher)
    line = write_line(card_line_at(book, at_bat, at_bat.mound, dice))
    owner = batter if dice.card == "batter" else pitcher
    side = ""
    if book.edition.cards.sides:
        hand = at_bat.mound.throws if dice.card == "batter" else at_bat.stands
        side = f", {'against' if dice.card == 'batter' else 'to'} {'left' if hand == 'L' else 'right'}-handers"
    return f"{dice.label} {names.get(owner, owner)}{side}: {line}"


def standing_text(state: State, teams: Teams, names: Names) -> str:
    """A whole moment in a line: where going back has led to."""
    if state.over:
        return f"the game is over, {score_text(state, teams)}"
    half = f"{'bottom' if state.bottom else 'top'} of inning {state.inning}"
    return f"{half}, {score_text(state, teams)}, {state.outs} out, {runners_text(state, names)}"


def events_text(log: GameLog, names: Names, last: int = 0) -> str:
    """The events in force with their numbers and how the game stood after each; `last` of them, or all for 0."""
    numbers = log.numbers_in_force()
    lines = [
        f"{number:>4}  {sentence(_before(log, number), log.events[number - 1], names)}  [{_short(log.states[number])}]"
        for number in numbers[-last:]
    ]
    start = [] if last and last < len(numbers) else ["   0  The game begins."]
    return "\n".join(start + lines)


def undone_text(log: GameLog, numbers: Sequence[int], names: Names) -> str:
    """Events that were taken back and may be had again."""
    return "\n".join(
        f"{number:>4}  undone: {sentence(_before(log, number), log.events[number - 1], names)}" for number in numbers
    )


def _before(log: GameLog, number: int) -> State:
    return log.states[number - 1]


def _short(state: State) -> str:
    """ "B7, 1 out, 1st 3rd, 2-3" """
    if state.over:
        return f"over, {state.score[0]}-{state.score[1]}"
    on_base = " ".join(
        name for runner, name in zip(state.bases, ("1st", "2nd", "3rd"), strict=True) if runner is not None
    )
    half = f"{'B' if state.bottom else 'T'}{state.inning}"
    return ", ".join((half, f"{state.outs} out", on_base or "empty", f"{state.score[0]}-{state.score[1]}"))


def line_up_text(state: State, team: int, teams: Teams, names: Names) -> str:
    """The batting order with positions, the next batter marked, and who pitches where he does not bat."""
    side = state.sides[team]
    rows = [f"{teams[team]}:"]
    for place, man in enumerate(side.order):
        mark = ">" if place == side.up else " "
        rows.append(f"  {mark}{place + 1} {names.get(man, man):<24} {side.position_of(man) or 'dh'}")
    if side.pitcher not in side.order:
        rows.append(f"     {names.get(side.pitcher, side.pitcher):<24} p")
    return "\n".join(rows)


def bench_text(game: StratGame, team: int, teams: Teams, names: Names) -> str:
    """Who may still come in, with what his card says of it; then who has left."""
    side = game.state.sides[team]
    rows = [f"{teams[team]}, on the bench:"]
    rows += [f"  {names.get(man, man):<24} {man_text(game.book, man)}{_sheet(game, man)}" for man in side.bench]
    if side.gone:
        rows.append("  out of the game: " + ", ".join(names.get(man, man) for man in side.gone))
    return "\n".join(rows if side.bench else [*rows, "  nobody"])


def man_text(book: Book, man: str) -> str:
    """A man's ratings as a bench wants them."""
    card = book.cards[man]
    if isinstance(card, PitcherCard):
        return f"throws {card.throws}, {card.endurance}"
    listed = " ".join(f"{rating.position}-{rating.range}" for rating in card.fielding) or "no position"
    return f"bats {card.bats}, runs 1-{card.running}, {listed}"


def _sheet(game: StratGame, man: str) -> str:
    allowance = game.relief.get(man)
    return f" ({allowance.ruling})" if allowance else ""


def play_by_play_text(history: Sequence[tuple[State, Event]], teams: Teams, names: Names) -> str:
    """Every event in force under the head of its half-inning, with the number of its rule."""
    return "\n".join(_by_halves(history, teams, names))


def _by_halves(history: Sequence[tuple[State, Event]], teams: Teams, names: Names) -> Iterator[str]:
    half = None
    for before, event in history:
        if (before.inning, before.bottom) != half:
            half = (before.inning, before.bottom)
            yield half_text(before, teams)
        yield f"  {sentence(before, event, names)}"


def box_report(game: StratGame, teams: Teams, names: Names) -> str:
    """Line score and box score; with W, L and S once the game is over."""
    history = list(game.log.in_force())
    box = box_score(history)
    decided = decide(history, game.state.inning) if game.state.over else None
    return line_score(game.state, box, teams) + "\n\n" + box_text(box, teams, names, decided)


def conceded_text(state: State, teams: Teams, profile: Profile) -> str:
    """T0.05: who has given the game up, and the score by which it counts."""
    loser = int(state.score[0] > state.score[1])
    counts = conceded_score(state.score[1 - loser], state.score[loser], profile)
    return f"{teams[loser]} conceded: {teams[1 - loser]} {counts.victor}, {teams[loser]} {counts.conceding} (T0.05)"


def side_men(side: Side) -> list[str]:
    """Everybody in the game, each once."""
    return list(dict.fromkeys((*side.order, *side.field)))
