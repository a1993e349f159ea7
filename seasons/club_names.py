"""Each club's common abbreviation. The data's own codes include the league, such as NYA for the Yankees."""

from typing import Final

# code in the data -> (first year, common abbreviation), newest first; all other clubs use the same code in both
_COMMON_ABBREVIATIONS: Final[dict[str, tuple[tuple[int, str], ...]]] = {
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


def common_abbreviation(club: str, year: int) -> str:
    """Return the common abbreviation, such as NYY for NYA. Clubs before 1901 keep their code."""
    for first_year, name in _COMMON_ABBREVIATIONS.get(club, ()):
        if year >= first_year:
            return name
    return club
