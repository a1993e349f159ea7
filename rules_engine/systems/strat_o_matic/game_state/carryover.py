"""A team's carryover from its games to the next game: pitchers' rest, relievers' limits and injuries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side
from rules_engine.eligibility.pitching import (
    RELIEF,
    START,
    Appearance,
    Cell,
    ReliefLeft,
    find_relief_left,
    last_appearance,
    rested_since_start,
    rested_to_start,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, refuse
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import Relief
from rules_engine.systems.strat_o_matic.game_state.tracker import Tracker
from rules_engine.systems.strat_o_matic.pitching.rest import LastAppearance, is_rested, relief_ruling, start_ruling

WINDOW = 14  # number of past games to store, more than any rest lasts


class CarryoverFinding(Finding):
    """Reasons why a player isn't available."""

    HURT = "{subject} is injured and misses {games:# more game}."


@dataclass(slots=True)
class Carryover:
    """The carryover of a team that plays one game a day.

    The rest rules are those of a tournament's `profile`, or else those of the ruleset. `cells` contains each pitcher's
    recent games, as on a pitching sheet. `out_for` contains the number of games that each injured player still misses.
    """

    setup: GameSetup
    profile: Profile | None = None
    games: int = 0
    cells: dict[str, list[Cell]] = field(default_factory=lambda: defaultdict(list))
    out_for: dict[str, int] = field(default_factory=dict)

    def may_start(self, player: str) -> Ruling:
        """10.2, 26.1, 27.51, 27.52, T10.2, T27.52: check whether a pitcher may start.

        He may be tired when he starts (see unrested).
        """
        if self.profile:
            return rested_to_start(*self._sheet(player), self.profile)
        last, asterisk = self._last_outing(player)
        may_relieve = bool(self._relief_ruling(player))
        return start_ruling(self.setup.edition.rest, last, asterisk=asterisk, may_relieve=may_relieve)

    def unrested(self, players: Iterable[str], starter: str) -> frozenset[str]:
        """27.52, 27.61: return the pitchers who would be tired from their first batter on."""
        if not self.setup.edition.endurance.tired_without_rest:
            return frozenset()
        return frozenset(
            player for player in players if player in self.cells and not self._rested(player, starts=player == starter)
        )

    def relief(self, players: Iterable[str]) -> Relief:
        """27.64, T10.2: return the relief innings left, for relievers with a limit in this game."""
        limits = ((player, self._allowance(player)) for player in players if player in self.cells)
        return {player: allowance for player, allowance in limits if allowance is not None}

    def after(self, log: GameLog, team: int, tracker: Tracker) -> None:
        """Record a finished game, with its pitchers and injuries."""
        self.games += 1
        side = log.state.sides[team]
        self.out_for = {player: games - 1 for player, games in self.out_for.items() if games > 1}
        for _, event in log.in_force():
            if isinstance(event, PlayMade) and event.games_missed and _belongs(event.injured, side):
                self.out_for[event.injured] = event.games_missed
        pitched = {player: appearance for player, appearance in tracker.appearances.items() if _belongs(player, side)}
        for player in {*self.cells, *pitched}:
            appearance = pitched.get(player)
            cell = Appearance(START if appearance.started else RELIEF, appearance.outs) if appearance else None
            self.cells[player] = [*self.cells[player], cell][-WINDOW:]

    def absent(self) -> dict[str, Ruling]:
        """25.1: return the rulings against players who can't play."""
        return injury_rulings(self.out_for)

    @property
    def written(self) -> dict[str, Any]:
        """Return the carryover as JSON values, which read_carryover can load."""
        cells = {player: [cell and [cell.role, cell.outs] for cell in cells] for player, cells in self.cells.items()}
        return {"games": self.games, "cells": cells, "out_for": dict(self.out_for)}

    def _sheet(self, player: str) -> tuple[list[Cell], int]:
        """Return a pitcher's cells, and the number of the next game counted from the first cell."""
        cells = self.cells.get(player, [])
        return cells, len(cells) + 1

    def _rested(self, player: str, *, starts: bool) -> bool:
        last, asterisk = self._last_outing(player)
        return is_rested(self.setup.edition.rest, last, starts=starts, asterisk=asterisk)

    def _last_outing(self, player: str) -> tuple[LastAppearance | None, bool]:
        """Return the pitcher's last appearance, and whether his card allows a shorter rest."""
        card, (cells, game) = self.setup.cards[player], self._sheet(player)
        last = last_appearance(cells, game)
        cell = cells[last - 1] if last else None
        appearance = LastAppearance(cell.role == START, cell.outs, game - last - 1) if cell else None
        return appearance, isinstance(card, PitcherCard) and card.asterisk

    def _relief_ruling(self, player: str) -> Ruling:
        return relief_ruling(self.setup.edition.rest, [cell is not None for cell in self._sheet(player)[0]])

    def _allowance(self, player: str) -> ReliefLeft | None:
        cells, game = self._sheet(player)
        if self.profile:
            rested = rested_since_start(cells, game, self.profile)
            return find_relief_left(cells, game, self.profile) if rested else ReliefLeft(rested, 0)
        ruling = self._relief_ruling(player)
        return None if ruling else ReliefLeft(ruling, 0)


def read_carryover(setup: GameSetup, written: Mapping[str, Any] | None) -> Carryover:
    """Load the carryover from JSON values. Without any, the team hasn't played a game yet."""
    carried = Carryover(setup)
    if written is not None:
        carried.games, carried.out_for = written["games"], dict(written["out_for"])
        for player, cells in written["cells"].items():
            carried.cells[player] = [cell and Appearance(*cell) for cell in cells]
    return carried


def injury_rulings(out_for: Mapping[str, int]) -> dict[str, Ruling]:
    """25.1: return the rulings against injured players, from the games that they still miss."""
    return {
        player: refuse(CarryoverFinding.HURT, "25.1", subject=player, games=left) for player, left in out_for.items()
    }


def carryover_after_sheet(
    written: Mapping[str, Any] | None, pitched: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]
) -> dict[str, Any]:
    """Return the carryover as JSON values after another game, based on its pitching sheet.

    Args:
        written: the JSON values before the game.
        pitched: for each pitcher, whether he started, and his outs.
        injuries: the number of games that each injured player misses.
    """
    games, cells, out_for = (written[name] for name in ("games", "cells", "out_for")) if written else (0, {}, {})
    appearances = {player: [START if started else RELIEF, outs] for player, (started, outs) in pitched.items()}
    players = dict.fromkeys((*cells, *appearances))
    return {
        "games": games + 1,
        "cells": {player: [*cells.get(player, []), appearances.get(player)][-WINDOW:] for player in players},
        "out_for": {**{player: missed - 1 for player, missed in out_for.items() if missed > 1}, **injuries},
    }


def apply_carryover(setup: GameSetup, teams: Iterable[Carryover], *, sheets: bool) -> None:
    """Set the absent and unrested players of this game.

    With `sheets`, only injuries apply here, because the pitching sheets decide about rest.
    """
    setup.absent, setup.may_not_start, setup.may_not_relieve = {}, {}, {}
    setup.unrested = setup.unrested_to_start = frozenset()
    setup.lineups.clear()
    for carried in teams:
        setup.absent |= carried.absent()
        if sheets:
            continue
        players = [player for player in carried.cells if player in setup.cards]
        setup.unrested |= carried.unrested(players, "")
        setup.unrested_to_start |= frozenset().union(*(carried.unrested([player], player) for player in players))
        setup.may_not_start |= {player: ruling for player in players if not (ruling := carried.may_start(player))}
        setup.may_not_relieve |= {player: used_up.ruling for player, used_up in carried.relief(players).items()}


def _belongs(player: str, side: Side) -> bool:
    return player in side.order or player in side.field or player in side.removed
