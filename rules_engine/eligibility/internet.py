"""Internet series: what the computer says stands, but nobody may break a rule because it lets him (T0.17)."""

from rules_engine.rulings import Ruling, allow, refuse


def computer_result_stands(*, differs: bool, intentional: bool, internet: bool) -> Ruling:
    """T0.17: a result other than these rules would give is accepted in internet series, unless it was sought."""
    if not differs:
        return allow("T0.17", "the computer's result is what these rules give")
    if not internet:
        return refuse("T0.17", "only internet series accept a computer's result against these rules")
    if intentional:
        return refuse("T0.17", "a rule was broken on purpose: the computer letting it pass does not make it legal")
    return allow("T0.17", "internet series accept the computer's result")


def pitcher_may_hit_and_run(hitting_card: str) -> Ruling:
    """T19.11: not with a pitcher of hitting card 1 and weak power batting ("1W", "#1WR")."""
    weakest = hitting_card.lstrip("#").upper().startswith("1W")
    return (refuse if weakest else allow)("T19.11", f"a pitcher who hits with card {hitting_card}")


def computer_lets_it_pass(by_the_rules: Ruling) -> Ruling:
    """T0.17: what these rules refuse stays refused, however much the computer allows it."""
    if by_the_rules:
        return by_the_rules
    return refuse("T0.17", f"{by_the_rules.rule} refuses it, even if the computer allows it: {by_the_rules.reason}")
