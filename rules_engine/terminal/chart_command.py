"""The chart command: list this game's charts, or show one."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules_engine.baseball.chart_display import OWN_CHART, REPLACED, ChartDisplay, chart_text
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.terminal.keyboard import Command, WriteLine, quote_input


@dataclass(slots=True)
class ChartCommand:
    """Show the charts used in the current game."""

    talk: Dialogue
    write: WriteLine

    def commands(self) -> dict[str, Command]:
        return {"chart": self.show}

    def show(self, rest: str) -> None:
        """Show the chart whose name or purpose matches best, or list all."""
        game = self.talk.game
        charts = game.system.charts_in_use(game.setup)
        matches = _matching(charts, rest.lower())
        if not charts:
            self.write("    This game has no charts.")
        elif rest and len(matches) == 1:
            self.write(chart_text(*next(iter(matches.items()))))
        else:
            if rest and not matches:
                self.write(f"    {quote_input(rest)}: unknown chart; this game uses these")
            for name, chart in (matches or charts).items():
                self.write(f"    {name:<22} {chart.purpose}{_mark(chart)}")


def _mark(chart: ChartDisplay) -> str:
    return f"; {REPLACED}" if chart.is_replaced else f"; {OWN_CHART.partition(',')[0]}" if chart.is_house else ""


def _matching(charts: Mapping[str, ChartDisplay], typed: str) -> Mapping[str, ChartDisplay]:
    """Return the charts with this name, or else with this text in the name, or else with this word in the purpose."""
    joined = typed.replace(" ", "_")
    if joined in charts:
        return {joined: charts[joined]}
    by_name = {name: chart for name, chart in charts.items() if joined and len(joined) > 1 and joined in name}
    by_purpose = {name: chart for name, chart in charts.items() if typed in _words(chart.purpose)}
    return by_name or by_purpose


def _words(purpose: str) -> list[str]:
    return purpose.lower().replace(",", " ").replace("(", " ").replace(")", " ").split()
