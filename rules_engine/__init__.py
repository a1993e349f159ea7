"""Rules of tabletop baseball games and their tournaments, in pure Python.

The names in `__all__` are the public interface. They play a game, rule on relief pitchers and compute exact odds.
`rules_engine/README.md` has an example of each.
"""

from rules_engine import systems as systems  # registers the game systems
from rules_engine.baseball.events import Event, PlayMade, Substituted
from rules_engine.baseball.game import Game, NotReadyError
from rules_engine.baseball.game_input import (
    DiceMissing,
    GameInput,
    GameInputError,
    Option,
    RandomInput,
    ScriptedInput,
)
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import sentence
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.baseball.registry import NoSuchSystemError, load_system, system_keys
from rules_engine.baseball.saved_games import SavedGame, SavedGameError, read_saved, saved_text
from rules_engine.baseball.state import Side, State, start_game
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.pitching import Appearance, ReliefLeft, may_relieve, may_start
from rules_engine.game_rules import GameRules
from rules_engine.profile import Profile, ProfileError, load_profile
from rules_engine.rulings import Ruling

__all__ = (
    "Appearance",
    "DiceMissing",
    "Event",
    "Game",
    "GameInput",
    "GameInputError",
    "GameLog",
    "GameRules",
    "NoSuchSystemError",
    "NotReadyError",
    "Option",
    "PitchingRoles",
    "Play",
    "PlayMade",
    "Profile",
    "ProfileError",
    "RandomInput",
    "ReliefLeft",
    "Resolved",
    "Ruling",
    "SavedGame",
    "SavedGameError",
    "ScriptedInput",
    "Side",
    "State",
    "Substituted",
    "SystemFileError",
    "load_profile",
    "load_system",
    "may_relieve",
    "may_start",
    "read_saved",
    "saved_text",
    "sentence",
    "start_game",
    "system_keys",
)
