"""Let mypy check each system module against the System protocol.

Nothing imports this module, because systems are loaded only on demand.
"""

from rules_engine.baseball.system import AnySystem
from rules_engine.systems.inside_pitch import system as inside_pitch
from rules_engine.systems.pine_tar import system as pine_tar
from rules_engine.systems.strat_o_matic import system as strat_o_matic

IN_ORDER: tuple[AnySystem, ...] = (strat_o_matic, pine_tar, inside_pitch)
