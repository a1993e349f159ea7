"""Build a small legal player pool for tests in milliseconds, without loading a season."""

from drafts.models import Ballpark, CardSet, PlayerCard

POSITIONS = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")
FIRST_NAMES = ("Al", "Ben", "Cy", "Dan", "Ed", "Félix", "Gus", "Hal", "Iván", "J. D.", "Ken", "Lou", "Mel", "Ned")
LAST_NAMES = (
    *("Abbott", "Baker", "Cobb", "Díaz", "Evers", "Foxx", "Greene", "Hahn", "Irvin", "Jones", "Kell", "Lopat", "Mays"),
    *("Núñez", "O'Neill", "Pratt", "Quinn", "Reese", "Sáenz", "Terry", "Upton", "Veach", "Waner", "Yost", "Zimmer"),
)
HANDS = ("R", "L", "R", "S", "R")


def make_pool(*, teams: int = 14, name: str = "Small pool", ineligible: int = 2) -> CardSet:
    """Create a card set with 26 eligible cards per team, and one more ballpark than teams.

    Each team gets two players for every position (16), some of whom also play a second one. It also gets five starters
    with 200 innings and five relievers with 70. Within a kind, earlier cards are better. `ineligible` adds that many
    hitters and pitchers, whose codes begin with "out".
    """
    card_set = CardSet.objects.create(name=name, source=CardSet.Source.FILE)
    hitters = [_hitter(card_set, number) for number in range(teams * 16)]
    pitchers = [_pitcher(card_set, number, starter=number % 10 < 5) for number in range(teams * 10)]
    outside = [_hitter(card_set, 900 + n, code=f"outhit{n}", at_bats=200, walks=20) for n in range(ineligible)]
    outside += [_pitcher(card_set, 900 + n, starter=True, code=f"outpit{n}", outs=356) for n in range(ineligible)]
    PlayerCard.objects.bulk_create([*hitters, *pitchers, *outside])
    Ballpark.objects.bulk_create(
        [
            Ballpark(card_set=card_set, code=f"park{n:02}", name=f"Park {n:02}", club=f"Club {n}")
            for n in range(teams + 1)
        ]
    )
    return card_set


def _named(number: int, first_born: int = 1900) -> dict[str, object]:
    first, last = FIRST_NAMES[number % len(FIRST_NAMES)], LAST_NAMES[number * 7 % len(LAST_NAMES)]
    hand = HANDS[number % len(HANDS)]
    return {
        "name": f"{first} {last}",
        "sort_name": f"{last}, {first}",
        "clubs": f"C{number % 30:02}",
        "bats": hand,
        "throws": "R" if hand == "S" else hand,
        "birth_year": first_born + number // 10,  # no two players share a name
    }


def _hitter(card_set: CardSet, number: int, *, code: str = "", at_bats: int = 500, walks: int = 50) -> PlayerCard:
    main, second = POSITIONS[number % 8], POSITIONS[1:][number % 7]
    worse = number // 8
    return PlayerCard(
        card_set=card_set,
        code=code or f"hitter{number:03}",
        **_named(number),
        games=150,
        at_bats=at_bats,
        runs=max(10, 100 - worse),
        hits=max(90, 190 - 2 * worse),
        doubles=30,
        triples=3,
        homeruns=max(0, 40 - worse),
        runs_batted_in=max(10, 110 - worse),
        walks=walks,
        strikeouts=80,
        stolen_bases=number % 40,
        positions={main: 130} if number % 3 else {main: 110, second: 25} if second != main else {main: 135},
        has_catcher_rating=main == "C",
        can_be_injured=number % 17 != 0,
    )


def _pitcher(card_set: CardSet, number: int, *, starter: bool, code: str = "", outs: int = 0) -> PlayerCard:
    worse = number // 10
    outs = outs or (600 if starter else 210)
    return PlayerCard(
        card_set=card_set,
        code=code or f"pitcher{number:03}",
        **_named(number + 500, first_born=1860),
        games=33 if starter else 60,
        at_bats=60 if starter else 2,
        hits=8 if starter else 0,
        is_pitcher=True,
        is_starter=starter,
        is_reliever=not starter,
        pitching_games=33 if starter else 60,
        games_started=33 if starter else 0,
        outs_pitched=outs,
        wins=max(4, 20 - worse),
        losses=min(20, 5 + worse),
        saves=0 if starter else max(0, 40 - worse),
        hits_allowed=outs // 4 + worse,
        homeruns_allowed=outs // 30,
        walks_allowed=outs // 10,
        strikeouts_made=outs // 3,
        runs_allowed=outs // 8 + worse,
        earned_runs=outs // 9 + worse,
    )
