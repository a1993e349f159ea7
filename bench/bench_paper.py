"""Benchmark a pitching sheet, and the print pack for a division of fourteen."""

from collections.abc import Iterator

from bench.figure import Figure, median_ms
from bench.weekend import weekend_of_fourteen
from pitching.sheet.draw import sheet_pdf
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series
from weekend.models import PrintPack
from weekend.services.print_packs import request_print_pack
from weekend.tasks import make_print_pack


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("round_robin")
    team = tournament.teams.order_by("slot")[0]
    site = "https://pennant.example"
    sheet_time = median_ms(lambda: sheet_pdf(tournament, team.pk, "current", site), runs=20)
    yield Figure("one pitching sheet PDF", sheet_time, "ms", 60)
    in_play = tournament.series.exclude(status=Series.Status.COMPLETE).order_by("round")[0].round

    def make_pack() -> None:
        print_pack = request_print_pack(tournament=tournament, round_number=in_play, actor=PROGRAM, address=site)
        make_print_pack(print_pack.pk)
        assert PrintPack.objects.filter(pk=print_pack.pk, state=PrintPack.State.DONE, parts_total=7 + 14 + 14).exists()

    pack_time = median_ms(make_pack, runs=5, warm_up=1) / 1000
    yield Figure("print pack of 14 teams: 7 score cards, 14 sheets, 14 team sheets", pack_time, "s", 2)
