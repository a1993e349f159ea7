"""What fans write for a club on a card: the source's own short names say the league, as NYA for the Yankees does."""

from typing import Final

# the source's short name -> the fans', with the first year of each; where there is none, both write the same
_AS_FANS_WRITE: Final[dict[str, tuple[tuple[int, str], ...]]] = {
    "BLF": ((1914, "BAL"),),
    "BRF": ((1914, "BTT"),),
    "CHA": ((1901, "CHW"),),
    "CHF": ((1914, "CHI"),),
    "CHN": ((1901, "CHC"),),
    "FLO": ((1993, "FLA"),),
    "KC1": ((1955, "KCA"),),
    "KCA": ((1969, "KCR"),),
    "KCF": ((1914, "KCP"),),
    "LAN": ((1958, "LAD"),),
    "ML1": ((1953, "MLN"),),
    "ML4": ((1970, "MIL"),),
    "NY1": ((1901, "NYG"),),
    "NYA": ((1903, "NYY"),),
    "NYN": ((1962, "NYM"),),
    "PTF": ((1914, "PBS"),),
    "SDN": ((1969, "SDP"),),
    "SE1": ((1969, "SEP"),),
    "SFN": ((1958, "SFG"),),
    "SLA": ((1902, "SLB"),),
    "SLF": ((1914, "SLM"),),
    "SLN": ((1901, "STL"),),
    "TBA": ((2008, "TBR"), (1998, "TBD")),
    "WAS": ((2005, "WSN"),),
    "WS1": ((1901, "WSH"),),
    "WS2": ((1961, "WSA"),),
}


def fans_name(club: str, year: int) -> str:
    """NYY for NYA; of a club before 1901 as the source has it."""
    return next((name for since, name in _AS_FANS_WRITE.get(club, ()) if year >= since), club)
