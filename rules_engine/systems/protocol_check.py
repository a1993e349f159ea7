"""Each system's module held against the Protocol by mypy. Nothing imports this: a system is read when it is wanted."""

from rules_engine.baseball.system import AnySystem
from rules_engine.systems.inside_pitch import system as inside_pitch
from rules_engine.systems.pine_tar import system as pine_tar
from rules_engine.systems.strat_o_matic import system as strat_o_matic

IN_ORDER: tuple[AnySystem, ...] = (strat_o_matic, pine_tar, inside_pitch)
