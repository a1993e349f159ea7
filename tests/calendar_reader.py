"""Check a calendar file against RFC 5545: its lines, each component's required properties, and its time zones."""

import re
from collections.abc import Iterator

LINE = re.compile(r"([A-Z][A-Z0-9-]*)((?:;[A-Z0-9-]+=(?:\"[^\"]*\"|[^;:,\"]*))*):(.*)", re.DOTALL)
MOMENT = re.compile(r"\d{8}T\d{6}Z?")
DAY = re.compile(r"\d{8}")
UTC_OFFSET = re.compile(r"[+-]\d{4}(\d{2})?")
NEEDS = {
    "VCALENDAR": {"PRODID", "VERSION"},
    "VEVENT": {"UID", "DTSTAMP", "DTSTART"},
    "VTIMEZONE": {"TZID"},
    "STANDARD": {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"},
    "DAYLIGHT": {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"},
}
INSIDE = {"VEVENT": "VCALENDAR", "VTIMEZONE": "VCALENDAR", "STANDARD": "VTIMEZONE", "DAYLIGHT": "VTIMEZONE"}
AT_MOST_ONCE = {
    "UID",
    "DTSTAMP",
    "DTSTART",
    "DTEND",
    "SUMMARY",
    "LOCATION",
    "URL",
    "SEQUENCE",
    "PRODID",
    "VERSION",
    "TZID",
}
TEXTS = {"SUMMARY", "LOCATION", "X-WR-CALNAME", "COMMENT", "TZNAME"}
# a comma, semicolon or line break in text is escaped with a backslash
TEXT = re.compile(r"(?:[^\\;,\n\r]|\\[\\;,nN])*")


def faults_of_calendar(content: bytes) -> list[str]:
    """Return the errors in a calendar file, each with its line. The list is empty if the file is valid."""
    return list(_Check(content).faults())


class _Check:
    def __init__(self, content: bytes) -> None:
        self.content = content
        self.open: list[tuple[str, dict[str, list[tuple[str, str]]]]] = []
        self.zones: set[str] = set()
        self.used: set[str] = set()
        self.uids: list[str] = []
        self.components = 0

    def faults(self) -> Iterator[str]:
        yield from self._faults_of_lines()
        text = self.content.decode().replace("\r\n ", "").replace("\r\n\t", "")
        for line in text.split("\r\n")[:-1]:
            match = LINE.fullmatch(line)
            if match is None:
                yield f"no content line: {line[:60]}"
                continue
            yield from self._faults_of(*match.groups())
        if self.open or not self.components:
            yield "a component isn't closed" if self.open else "the calendar has no component"
        yield from (f"no VTIMEZONE for {zone}" for zone in sorted(self.used - self.zones))
        if len(set(self.uids)) < len(self.uids):
            yield "two events have one UID"

    def _faults_of_lines(self) -> Iterator[str]:
        if not self.content.endswith(b"\r\n") or re.search(rb"(?<!\r)\n|\r(?!\n)", self.content):
            yield "a line doesn't end with CRLF"
        if max(map(len, self.content.split(b"\r\n"))) > 75:
            yield "a line is longer than 75 octets"
        if re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", self.content):
            yield "a control character"

    def _faults_of(self, name: str, parameters: str, value: str) -> Iterator[str]:
        if name == "BEGIN":
            parent = self.open[-1][0] if self.open else None
            if INSIDE.get(value) != parent or value not in NEEDS:
                yield f"{value} inside {parent}"
            self.components += value != "VCALENDAR"
            self.open.append((value, {}))
        elif name == "END":
            component, properties = self.open.pop()
            if component != value:
                yield f"{component} ended by {value}"
            yield from self._faults_of_component(component, properties)
        else:
            self.open[-1][1].setdefault(name, []).append((parameters, value))

    def _faults_of_component(self, component: str, properties: dict[str, list[tuple[str, str]]]) -> Iterator[str]:
        yield from (f"{component} lacks {name}" for name in sorted(NEEDS[component] - set(properties)))
        yield from (f"{name} twice" for name in AT_MOST_ONCE & set(properties) if len(properties[name]) > 1)
        for name, values in properties.items():
            for parameters, value in values:
                yield from self._faults_of_value(component, name, parameters, value)
        if component == "VTIMEZONE":
            self.zones.add(properties["TZID"][0][1])
        elif component == "VEVENT":
            self.uids.append(properties["UID"][0][1])
            yield from _faults_of_order(properties)
        elif component == "VCALENDAR" and properties["VERSION"] != [("", "2.0")]:
            yield "VERSION isn't 2.0"

    def _faults_of_value(self, component: str, name: str, parameters: str, value: str) -> Iterator[str]:
        zone = re.search(r";TZID=\"?([^;\"]+)", parameters)
        if zone:
            self.used.add(zone[1])
        if name in ("DTSTART", "DTEND"):
            form = DAY if ";VALUE=DATE" in parameters else MOMENT
            if not form.fullmatch(value) or (zone and value.endswith("Z")):
                yield f"{name}{parameters}:{value}"
            if component == "VEVENT" and form is MOMENT and not zone and not value.endswith("Z"):
                yield f"{name} is in no time zone"
        elif name == "DTSTAMP" and not (MOMENT.fullmatch(value) and value.endswith("Z")):
            yield f"DTSTAMP isn't in UTC: {value}"
        elif name.startswith("TZOFFSET") and not UTC_OFFSET.fullmatch(value):
            yield f"{name}:{value}"
        elif name in TEXTS and not TEXT.fullmatch(value):
            yield f"{name} isn't escaped: {value}"
        elif name == "URL" and not re.fullmatch(r"https?://\S+", value):
            yield f"URL:{value}"
        elif name == "SEQUENCE" and not value.isdigit():
            yield f"SEQUENCE:{value}"


def _faults_of_order(properties: dict[str, list[tuple[str, str]]]) -> Iterator[str]:
    (begins, start), (ends, end) = properties["DTSTART"][0], properties.get("DTEND", properties["DTSTART"])[0]
    if begins != ends:
        yield "DTSTART and DTEND are of two kinds"
    elif end < start:
        yield "DTEND is before DTSTART"
