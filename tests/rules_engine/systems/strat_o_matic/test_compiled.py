"""Rule code compiled while it is played: the same answers as the rule, and no dependence that goes unnoticed."""

from itertools import chain, product, repeat
from typing import NamedTuple

import pytest

from rules_engine.baseball.table import Option, RandomTable, ScriptedTable, TableError
from rules_engine.systems.strat_o_matic.compiling.compiled import CompiledRule, three_dice

HOLD, SEND = Option("hold", "2.2"), Option("send", "2.2")


class Outfielder(NamedTuple):
    arm: int
    range: int


class Moment(NamedTuple):
    outs: int
    running: tuple[int, ...]
    fielders: dict[str, Outfielder]
    day: str = "sunday"


class Counted:
    """A rule that knows how often it was run."""

    def __init__(self, rule):
        self.rule, self.runs = rule, 0

    def __call__(self, table, facts):
        self.runs += 1
        return self.rule(table, facts)


def send_home(table, moment) -> str:
    """A runner from second: out two and a poor arm send him anyway."""
    safe = moment.running[2] + moment.fielders.get("cf", Outfielder(0, 3)).arm
    if moment.outs == 2:
        safe += 2
    if table.ask("offence", "send", (HOLD, SEND)) == "hold":
        return "held"
    return "safe" if table.roll("lead", 20) <= safe else "out"


def moment(outs=0, running=(10, 11, 12, 13), arm=-2, **more) -> Moment:
    return Moment(outs, running, {"cf": Outfielder(arm, 2)}, **more)


def always_send(side, question, options):
    return "send"


def test_a_compiled_rule_comes_to_what_the_rule_comes_to_from_the_same_dice():
    compiled = CompiledRule(send_home, (Moment, Outfielder))
    for seed in range(300):
        facts = moment(outs=seed % 3, running=(10, 11, 8 + seed % 7, 13), arm=seed % 5 - 2)
        table = RandomTable(seed, always_send)
        assert compiled.walk(table, facts) == send_home(ScriptedTable(table.record), facts)


def test_a_way_once_met_is_walked_without_the_rule():
    rule = Counted(send_home)
    compiled = CompiledRule(rule, (Moment, Outfielder))
    for seed in range(50):
        compiled.walk(RandomTable(seed, always_send), moment())
    assert rule.runs == 2, "once safe and once out, whatever the die shows"


def test_faces_of_which_the_rule_asks_nothing_further_go_one_way():
    def weather(table, moment) -> str:
        thrown = table.roll("weather", 20)
        return "good" if thrown < 5 else "twelve" if thrown == 12 else "bad" if thrown >= 18 else "average"

    rule = Counted(weather)
    compiled = CompiledRule(rule, (Moment,))
    for seed in range(300):
        table = RandomTable(seed)
        assert compiled.walk(table, moment()) == weather(ScriptedTable(table.record), moment())
    assert rule.runs == 5, "good, bad, twelve, and average below and above it"


def test_a_face_asked_more_closely_under_other_facts_leaves_the_faces_it_went_with():
    def thrown_at(table, moment) -> str:
        thrown = table.roll("lead", 20)
        if thrown > 14:
            return "out"
        if moment.outs == 2 and thrown <= 7:
            return "easily"
        return f"by {thrown + 1}" if moment.day == "monday" else "safe"

    compiled = CompiledRule(thrown_at, (Moment,))
    for seed, outs, day in product(range(200), (0, 2, 1), ("sunday", "monday")):
        table, facts = RandomTable(seed), moment(outs, day=day)
        assert compiled.walk(table, facts) == thrown_at(ScriptedTable(table.record), facts)


def test_a_rule_that_keeps_a_die_is_found_out():
    compiled = CompiledRule(lambda table, facts: table.roll("six", 6), (Moment,))
    kept = compiled.walk(RandomTable(1), moment())
    with pytest.raises(AttributeError):
        _ = kept <= 3
    with pytest.raises(TypeError):
        hash(kept)


def test_facts_the_rule_never_read_make_no_new_way():
    rule = Counted(send_home)
    compiled = CompiledRule(rule, (Moment, Outfielder))
    compiled.walk(RandomTable(1, always_send), moment())
    before = rule.runs
    compiled.walk(RandomTable(1, always_send), moment(running=(1, 1, 12, 1), day="monday"))
    assert rule.runs == before


def test_a_fact_that_changes_is_noticed():
    compiled = CompiledRule(send_home, (Moment, Outfielder))
    thrown = RandomTable(5, always_send)
    assert compiled.walk(thrown, moment(running=(0, 0, 1, 0))) == "out"
    again = RandomTable(5, always_send)
    assert compiled.walk(again, moment(running=(0, 0, 19, 0), arm=1)) == "safe"
    assert again.record == thrown.record


def test_an_entry_that_is_missing_reads_as_what_stands_for_it():
    compiled = CompiledRule(send_home, (Moment, Outfielder))
    compiled.walk(RandomTable(3, always_send), moment())
    bare = Moment(0, (0, 0, 20, 0), {})
    assert compiled.walk(RandomTable(3, always_send), bare) == "safe"


def test_an_illegal_choice_is_refused_with_the_legal_ones():
    compiled = CompiledRule(send_home, (Moment, Outfielder))
    compiled.walk(RandomTable(1, always_send), moment())
    with pytest.raises(TableError, match="send: 'steal' is not one of hold, send"):
        compiled.walk(RandomTable(1, lambda *asked: "steal"), moment())


class Cautious:
    """Sends by the outs alone."""

    key = "cautious"

    def __init__(self):
        self.asked = 0

    def decide(self, question, options, facts):
        self.asked += 1
        return "send" if facts.outs == 2 else "hold"


def test_a_manager_who_goes_by_facts_is_compiled_along_and_still_stands_in_the_record():
    compiled, manager = CompiledRule(send_home, (Moment, Outfielder)), Cautious()
    for seed in range(30):
        table = RandomTable(seed, manager=manager)
        assert compiled.walk(table, moment(outs=1)) == "held"
        assert table.record == [("send", "hold")]
    assert manager.asked == 1
    table = RandomTable(4, manager=manager)
    compiled.walk(table, moment(outs=2))
    assert [name for name, _ in table.record] == ["send", "lead"]


def test_two_managers_have_two_trees():
    compiled = CompiledRule(send_home, (Moment, Outfielder))
    compiled.walk(RandomTable(1, manager=Cautious()), moment())
    table = RandomTable(1, always_send)
    compiled.walk(table, moment())
    assert table.record[0] == ("send", "send")


def test_something_worked_out_is_one_fact():
    def late(facts):
        return facts.outs == 2 and facts.day == "sunday"

    rule = Counted(lambda table, facts: facts.fact(late))
    compiled = CompiledRule(rule, (Whole,))
    assert [compiled.walk(RandomTable(1), Whole(outs, day)) for outs in (0, 1, 2) for day in ("monday", "sunday")] == [
        *(False, False, False, False),
        *(False, True),
    ]
    assert rule.runs == 2


class Whole(NamedTuple):
    outs: int
    day: str

    def fact(self, of):
        return of(self)


def test_a_rule_may_not_compare_its_facts_as_a_whole():
    compiled = CompiledRule(lambda table, facts: facts == 1, (Moment,))
    with pytest.raises(TypeError, match="compared as a whole"):
        compiled.walk(RandomTable(1), moment())


def test_a_rule_that_goes_by_more_than_its_facts_is_found_out():
    asked = chain(["one"], repeat("other"))
    compiled = CompiledRule(lambda table, facts: table.roll(next(asked), 6) + table.roll("six", 6), (Moment,))
    with pytest.raises(RuntimeError, match="under the same facts"):
        _ = [compiled.walk(RandomTable(seed), moment()) for seed in range(20)]


class Placed:
    """Facts with a station: bases and outs in one number."""

    KNOWN_BY_STATION = frozenset((("state",), ("outs",)))

    def __init__(self, state, outs, day="sunday"):
        self.state, self.outs, self.day, self.station = state, outs, day, 1 + state + 8 * outs


def test_what_the_station_stands_for_is_gone_past_and_every_other_fact_still_read():
    def rule(table, facts) -> str:
        if facts.outs < 2 and facts.state == 1 and facts.day == "monday":
            return f"double play with {facts.outs} out"
        return f"out at {table.roll('base', 3) + 0}" if facts.state else "out"

    counted = Counted(rule)
    compiled = CompiledRule(counted, (Placed,))
    cases = list(product(range(8), range(3), ("sunday", "monday"), range(12)))
    for state, outs, day, seed in (*cases, *reversed(cases)):
        table, facts = RandomTable(seed), Placed(state, outs, day)
        assert compiled.walk(table, facts) == rule(ScriptedTable(table.record), facts)
    assert counted.runs <= 8 * 3 * 2 * 3


def test_three_dice_are_thrown_in_their_order_and_stand_in_the_record_one_by_one():
    names = ("white", "colored_1", "colored_2")
    rule = Counted(lambda table, facts: three_dice(table, names))
    compiled = CompiledRule(rule, (Moment,))
    for seed in (*range(400), *range(400)):
        table, loose = RandomTable(seed), RandomTable(seed)
        assert compiled.walk(table, moment()) == tuple(loose.roll(name, 6) for name in names)
        assert table.record == loose.record
    assert rule.runs <= 6**3


def test_what_a_manager_said_before_three_dice_stands_before_them():
    def rule(table, facts):
        said = table.ask("offence", "send", (HOLD, SEND))
        return said, three_dice(table, ("one", "two", "three"))

    compiled = CompiledRule(rule, (Moment,))
    for seed in (1, 1, 2, 1):
        table = RandomTable(seed, manager=Cautious())
        compiled.walk(table, moment(outs=2))
        assert [name for name, _ in table.record] == ["send", "one", "two", "three"]


def test_what_a_manager_says_stands_in_the_record_in_order_however_the_way_was_come_by():
    rule = Counted(send_both)
    compiled = CompiledRule(rule, (Moment,))
    records = {tuple(said(compiled, outs)) for outs in (0, 2, 0, 1, 2, 1)}
    assert records == {
        (("send", "hold"), ("trail", "hold")),
        (("send", "hold"), ("trail", "hold"), ("late", "hold")),
        (("send", "send"), ("trail", "hold")),
    }
    assert rule.runs == 3


def send_both(table, moment) -> str:
    for question in ("send", "trail"):
        table.ask("offence", question, (HOLD, SEND))
    return table.ask("offence", "late", (HOLD, SEND)) if moment.outs == 1 else "hold"


def said(compiled, outs):
    table = RandomTable(1, manager=Sender())
    compiled.walk(table, moment(outs))
    return table.record


class Sender(Cautious):
    """Cautious with the lead runner, and never sends another."""

    key = "sender"

    def decide(self, question, options, facts):
        return super().decide(question, options, facts) if question == "send" else "hold"
