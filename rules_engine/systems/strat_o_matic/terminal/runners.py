"""What a manager reads of a runner before he sends or holds him: his rating or grade, and the number as it would be."""

from rules_engine.baseball.bases import SECOND
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.running.leads import Attempt, has_automatic_lead, steal_options
from rules_engine.systems.strat_o_matic.running.stealing import grade_chance, rated_chance
from rules_engine.systems.strat_o_matic.scorebook.steal_calls import steal_attempt
from rules_engine.systems.strat_o_matic.terminal.showing import Names


def runner_text(game: StratGame, question: str, key: str, said: str, names: Names) -> str:
    """The words beside an option: of who leads a steal at "play", of who is held at "hold"; else nothing.

    `said` is what the defence has said of holds, "none" before it spoke.
    """
    if question == "play" and key.startswith("steal_"):
        base = int(key[-1])
        attempt = _attempt(game, base, game.tracker.held(game.state, said))
        return f"{_who(game, base, attempt, names)}: safe {_chances(game, attempt)}"
    if question == "hold" and key in ("1", "2", "3"):
        base = int(key)
        held, free = (_attempt(game, base, bases) for bases in (1 << base - 1, 0))
        return f"{_who(game, base, held, names)}: safe held {_chances(game, held)}; not held {_chances(game, free)}"
    return ""


def _attempt(game: StratGame, base: int, held: int) -> Attempt:
    return steal_attempt(game.book, game.state, game.tracker, base, held)


def _who(game: StratGame, base: int, attempt: Attempt, names: Names) -> str:
    runner = game.state.bases[base - 1]
    assert runner is not None
    name = names.get(runner.player, runner.player)
    if not game.book.edition.stealing.ratings:
        return f"{name}, {attempt.thief.grade}"
    return f"{name}, {attempt.thief.rating or 'no rating'}"


def _chances(game: StratGame, attempt: Attempt) -> str:
    """8.1, 23.3-23.5: the safe numbers, with a good lead and without one where he may go without."""
    book, thief, target = game.book, attempt.thief, attempt.target
    if not book.edition.stealing.ratings:
        charted = book.steal_chart[thief.grade, target]
        return _safe(grade_chance(book.edition.stealing, thief.grade, charted, attempt.battery, held=attempt.held).safe)
    with_lead, without = (
        _safe(rated_chance(thief.rating, target, attempt.battery, held=attempt.held, good_lead=good).safe)
        for good in (True, False)
    )
    if has_automatic_lead(thief.rating, target, held=attempt.held):
        return f"{with_lead}, he has his lead"
    ways = {option.key for option in steal_options(attempt)}
    if not ways:
        return "never, his lead has failed"
    if "try_lead" not in ways:
        return f"{without}, without a lead"
    return f"{with_lead} with a lead" + (f", {without} without" if target == SECOND else "")


def _safe(number: int) -> str:
    return f"1-{min(number, 20)}" if number > 0 else "on no number"
