"""What the director says to the room: one sentence on every page, until it is taken down or another takes its place."""

from core.errors import Refused
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament

LONGEST = 200  # characters; two lines on a phone


def announce(*, tournament: Tournament, sentence: str, actor: Actor) -> None:
    """Put a sentence on every page; an empty one takes down what stands there. Raises Refused."""
    sentence = " ".join(sentence.split())
    if len(sentence) > LONGEST:
        too_long = f"An announcement has at most {LONGEST} characters, this one {len(sentence)}: shorten it."
        raise Refused(too_long, field="sentence")
    with writing(tournament.pk) as now:
        if not sentence and not now.announcement:
            raise Refused("Nothing is announced; write the sentence that the room should read.", field="sentence")
        if sentence == now.announcement:
            return
        before, taken_down = snapshot([now]), now.announcement
        now.announcement = sentence
        now.save(update_fields=["announcement"])
        was, becomes = only_changes(before, snapshot([now]))
        record_action(
            tournament=now,
            actor=actor,
            verb=Verb.ANNOUNCE,
            subject=f"tournament:{now.pk}",
            sentence=f"Announced: {sentence}" if sentence else f"Taken down: {taken_down}",
            before=was,
            after=becomes,
        )
