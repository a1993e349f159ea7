"""A tournament's rules, and changes to individual rules, in the API."""

from typing import Any, ClassVar

from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import conflict_response, describe_endpoint
from core.errors import Stale
from tournaments.api.base import TournamentView
from tournaments.forms.edition import EditionForm, edition_form
from tournaments.queries.rules_in_force import effective_profile, rules_in_words
from tournaments.services.edition import set_edition_lines


class RuleSerializer(serializers.Serializer[Any]):
    """A rule in words. `base` is the rule as printed, if the edition differs."""

    rule = serializers.CharField(help_text="its number, or empty")
    sentence = serializers.CharField()
    base = serializers.CharField()
    reason = serializers.CharField(help_text="why the director set it")
    is_open = serializers.BooleanField(help_text="left to the director and not set yet")
    set_aside = serializers.CharField(help_text="why it does not apply")


class RuleSectionSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    rules = RuleSerializer(many=True)


class RuleSettingSerializer(serializers.Serializer[Any]):
    """A rule that can be changed now. Values are text, as on the page: yes, no, 1.2 innings or a number."""

    name = serializers.CharField(help_text="such as game.mercy")
    question = serializers.CharField()
    value = serializers.CharField(allow_null=True, help_text="null if the edition proposes none")
    choices = serializers.ListField(child=serializers.CharField(), help_text="empty if any value is allowed")


class RulesSerializer(serializers.Serializer[Any]):
    edition = serializers.CharField()
    version = serializers.IntegerField(help_text="the tournament's version; include it in every change")
    sections = RuleSectionSerializer(many=True)
    settings = RuleSettingSerializer(many=True)


class RulesChangeSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="the version the change is based on")
    values = serializers.DictField(child=serializers.CharField(max_length=400), allow_empty=False)
    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


class RulesView(TournamentView):
    roles: ClassVar = {"GET": "public", "PATCH": "director"}

    @describe_endpoint(RulesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the tournament's rules in words, and the rules that can be changed now."""
        return Response(self._document())

    @describe_endpoint(RulesSerializer, body=RulesChangeSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change individual rules, based on `version`. A rule that the edition doesn't leave open needs a reason."""
        data = self.body(RulesChangeSerializer)
        try:
            self.tournament = set_edition_lines(
                tournament=self.tournament,
                actor=self.actor,
                version=data["version"],
                values=self._checked(data["values"]),
                reason=data["reason"],
            )
        except Stale as stale:
            self.tournament.refresh_from_db()
            return conflict_response(stale, saved=self._document(), sent=request.data)
        return Response(self._document())

    def _checked(self, values: dict[str, str]) -> dict[str, Any]:
        """Return the values as parsed by the form. Raise ValidationError for invalid rules."""
        form = edition_form(self.tournament, values)
        unknown = [name for name in values if name not in form.named]
        if unknown:
            faults = {name[:80]: ["This rule doesn't exist or can't be set now."] for name in unknown}
            raise exceptions.ValidationError({"values": faults})
        form.keep_only(values)
        if not form.is_valid():
            raise exceptions.ValidationError(
                {"values": {name: [str(sentence) for sentence in sentences] for name, sentences in form.errors.items()}}
            )
        return form.values()

    def _document(self) -> dict[str, Any]:
        form = edition_form(self.tournament)
        document = {
            "edition": self.tournament.profile.title,
            "version": self.tournament.version,
            "sections": [
                {"title": title, "rules": lines} for title, lines in rules_in_words(effective_profile(self.tournament))
            ],
            "settings": [_setting(form, name) for name in form.named],
        }
        return dict(RulesSerializer(document).data)


def _setting(form: EditionForm, name: str) -> dict[str, Any]:
    value = form[name].value()
    choices = getattr(form.fields[name], "choices", ())
    return {
        "name": name,
        "question": form.fields[name].label,
        "value": None if value is None else str(value),
        "choices": [key for key, _ in choices],
    }
