"""Sign-up in the API: the public page, a person's own sign-up, and the director's list."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import same_fields
from tournaments.access.attempts import SIGN_UP, attempt_key
from tournaments.access.links import sign_up_of_token, sign_up_token
from tournaments.api.base import TournamentView
from tournaments.forms.sign_ups import SignUpForm, SignUpPageForm
from tournaments.models import SignUp, SignUpPage
from tournaments.queries.sign_ups import PlacedSignUp, SignUpState, sign_ups, takes_sign_ups
from tournaments.services.sign_ups import (
    SignUpEntry,
    change_sign_up,
    confirm_sign_ups,
    decline_sign_up,
    mark_fee,
    set_sign_up_page,
    sign_up_from_network,
    withdraw_sign_up,
)

STATES = [state.name.lower() for state in SignUpState]


class SignUpPageChangeSerializer(serializers.ModelSerializer[SignUpPage]):
    class Meta:
        model = SignUpPage
        fields = SignUpPageForm.Meta.fields
        extra_kwargs: ClassVar = {
            "code": {"help_text": "needed to sign up; empty: anyone can sign up"},
            "capacity": {"help_text": "maximum number of teams; null: no limit"},
        }


class ListedSignUpSerializer(serializers.Serializer[Any]):
    """An open sign-up by a person who agreed to be listed."""

    name = serializers.CharField(source="sign_up.name")
    team_name = serializers.CharField(source="sign_up.name_for_team")
    home_town = serializers.CharField(source="sign_up.home_town")
    state = serializers.ChoiceField(choices=STATES, source="state_key")
    place = serializers.IntegerField(help_text="waitlist position, from 1; 0 if not on the waitlist")


class SignUpPageSerializer(serializers.Serializer[Any]):
    """The sign-up page, as visible to everyone."""

    is_open = serializers.BooleanField()
    needs_code = serializers.BooleanField()
    capacity = serializers.IntegerField(allow_null=True)
    note = serializers.CharField()
    places_left = serializers.IntegerField(
        allow_null=True, help_text="excludes places on offer to the waitlist; null: no limit"
    )
    listed = ListedSignUpSerializer(many=True)


class SignUpPageView(TournamentView):
    roles: ClassVar = {"GET": "public", "PUT": "director"}

    @describe_endpoint(SignUpPageSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return whether sign-up is open, the places left, and the people who agreed to be listed."""
        return self._answer()

    @describe_endpoint(SignUpPageSerializer, body=SignUpPageChangeSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Open or close sign-up, and set its code, capacity and note. An omitted field becomes empty."""
        data = self.body(SignUpPageChangeSerializer)
        set_sign_up_page(
            tournament=self.tournament,
            actor=self.actor,
            is_open=data.get("is_open", False),
            code=data.get("code", ""),
            capacity=data.get("capacity"),
            note=data.get("note", ""),
        )
        return self._answer()

    def _answer(self) -> Response:
        listed = sign_ups(self.tournament)
        document = {
            "is_open": takes_sign_ups(self.tournament),
            "needs_code": bool(listed.page.code),
            "capacity": listed.page.capacity,
            "note": listed.page.note,
            "places_left": listed.unclaimed_places,
            "listed": listed.listed,
        }
        return Response(SignUpPageSerializer(document).data)


class SignUpEntrySerializer(serializers.ModelSerializer[SignUp]):
    """A person's sign-up. Without `team_name`, the person's name becomes the team's name."""

    class Meta:
        model = SignUp
        fields = SignUpForm.Meta.fields


class NewSignUpSerializer(SignUpEntrySerializer):
    code: Any = serializers.CharField(max_length=20, default="", allow_blank=True, help_text="the sign-up code")

    class Meta:
        model = SignUp
        fields = (*SignUpForm.Meta.fields, "code")


class SignUpFaultSerializer(serializers.Serializer[Any]):
    """A reason why a sign-up can't become a team yet."""

    finding = serializers.CharField(source="finding.name")
    sentence = serializers.CharField(source="__str__")


class OwnSignUpSerializer(serializers.Serializer[Any]):
    """A person's sign-up with its state. `entry` contains the person's entries."""

    state = serializers.ChoiceField(choices=STATES, source="state_key")
    place = serializers.IntegerField(help_text="waitlist position, from 1; 0 if not on the waitlist")
    team = serializers.IntegerField(source="sign_up.team_id", allow_null=True, help_text="once it is confirmed")
    entry = SignUpEntrySerializer(source="sign_up")


class NewOwnSignUpSerializer(OwnSignUpSerializer):
    token: Any = serializers.SerializerMethodField(help_text="the person's key to `sign-up/mine/`; shown only here")
    page = serializers.SerializerMethodField(help_text="address of the person's own page")

    def get_token(self, placed: PlacedSignUp) -> str:
        return sign_up_token(placed.sign_up)

    def get_page(self, placed: PlacedSignUp) -> str:
        person = placed.sign_up
        page = reverse("own_sign_up", args=[person.tournament.slug, sign_up_token(person)])
        return str(self.context["request"].build_absolute_uri(page))


class SignUpSerializer(OwnSignUpSerializer):
    """A sign-up on the director's list."""

    id = serializers.IntegerField(source="sign_up.pk")
    has_paid = serializers.BooleanField(source="sign_up.has_paid")
    has_namesake = serializers.BooleanField(help_text="whether another open sign-up has the same name")
    faults = SignUpFaultSerializer(many=True)


class SignUpQuery(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=STATES, required=False)


class SignUpsView(TournamentView):
    roles: ClassVar = {"GET": "director", "POST": "public"}
    query = SignUpQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        id="sign_up.pk", name="sign_up.name", state="state_key", has_paid="sign_up.has_paid", place="place"
    )
    search_fields = ("sign_up.name", "sign_up.team_name", "sign_up.home_town", "sign_up.region")

    @describe_endpoint(SignUpSerializer(many=True), query=SignUpQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List all sign-ups in order of arrival. Teams get places first, then open sign-ups in this order."""
        placed = sign_ups(self.tournament).sign_ups
        if "state" in self.query_fields:
            placed = [sign_up for sign_up in placed if sign_up.state_key == self.query_fields["state"]]
        return self.pages(placed, SignUpSerializer)

    @describe_endpoint(NewOwnSignUpSerializer(), body=NewSignUpSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Sign up.

        Each network is limited to 20 sign-ups in 15 minutes. Use `token` to change or withdraw the sign-up.
        """
        data = self.body(NewSignUpSerializer)
        person = sign_up_from_network(
            tournament=self.tournament,
            code=data.pop("code"),
            entry=SignUpEntry(**data),
            network=attempt_key(request._request, SIGN_UP),
        )
        placed = sign_ups(self.tournament).placed(person)
        document = NewOwnSignUpSerializer(placed, context={"request": request._request}).data
        return Response(document, status=status.HTTP_201_CREATED)


class _SignUpView(TournamentView):
    def sign_up(self, sign_up_id: int) -> SignUp:
        return get_object_or_404(SignUp, tournament=self.tournament, pk=sign_up_id)

    def answer(self, sign_up: SignUp) -> Response:
        return Response(SignUpSerializer(sign_ups(self.tournament).placed(sign_up)).data)


class FeeSerializer(serializers.Serializer[Any]):
    has_paid = serializers.BooleanField()


class SignUpDetailView(_SignUpView):
    roles: ClassVar = {"GET": "director", "PATCH": "director"}

    @describe_endpoint(SignUpSerializer)
    def get(self, request: Request, slug: str, sign_up_id: int) -> Response:
        """Return one sign-up."""
        return self.answer(self.sign_up(sign_up_id))

    @describe_endpoint(SignUpSerializer, body=FeeSerializer)
    def patch(self, request: Request, slug: str, sign_up_id: int) -> Response:
        """Mark the fee as paid or unpaid."""
        person = self.sign_up(sign_up_id)
        mark_fee(person=person, actor=self.actor, has_paid=self.body(FeeSerializer)["has_paid"])
        return self.answer(person)


class DeclineSignUpView(_SignUpView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(SignUpSerializer)
    def post(self, request: Request, slug: str, sign_up_id: int) -> Response:
        """Decline a sign-up. It can still be confirmed later."""
        person = self.sign_up(sign_up_id)
        decline_sign_up(person=person, actor=self.actor)
        return self.answer(person)


class ConfirmSerializer(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=RowField(), required=False, max_length=300, help_text="if omitted, every sign-up with a place"
    )


class ConfirmationSerializer(serializers.Serializer[Any]):
    """The new teams, and the sign-ups that can't become teams yet."""

    teams = serializers.ListField(child=serializers.IntegerField())
    not_confirmed = SignUpSerializer(many=True)


class ConfirmSignUpsView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(ConfirmationSerializer, body=ConfirmSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Turn sign-ups into teams with sign-in links. Including a waitlisted sign-up's ID promotes it."""
        ids = self.body(ConfirmSerializer).get("ids")
        if ids is None:
            ids = [placed.sign_up.pk for placed in sign_ups(self.tournament).waiting]
        confirmation = confirm_sign_ups(tournament=self.tournament, actor=self.actor, ids=ids)
        listed = sign_ups(self.tournament)
        document = {
            "teams": [team.pk for team in confirmation.teams],
            "not_confirmed": [listed.placed(person) for person in confirmation.faulty],
        }
        return Response(ConfirmationSerializer(document).data)


class OwnSignUpView(TournamentView):
    """A person's own sign-up. The token in the URL is the only permission needed, as on the page."""

    roles: ClassVar = {"GET": "public", "PUT": "public", "DELETE": "public"}

    @describe_endpoint(OwnSignUpSerializer)
    def get(self, request: Request, slug: str, token: str) -> Response:
        """Return your own sign-up with its state."""
        return self._answer(self._person(token))

    @describe_endpoint(OwnSignUpSerializer, body=SignUpEntrySerializer)
    def put(self, request: Request, slug: str, token: str) -> Response:
        """Change your sign-up. After it is confirmed, only the director can change names."""
        person = self._person(token)
        return self._answer(change_sign_up(person=person, entry=SignUpEntry(**self.body(SignUpEntrySerializer))))

    @describe_endpoint()
    def delete(self, request: Request, slug: str, token: str) -> Response:
        """Withdraw your sign-up, and your team if you have one. The next person on the waitlist moves up."""
        withdraw_sign_up(person=self._person(token))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _person(self, token: str) -> SignUp:
        person = sign_up_of_token(token)
        if person is None or person.tournament_id != self.tournament.pk:
            raise exceptions.NotFound("This token is invalid. Use the one you got when you signed up.")
        return person

    def _answer(self, person: SignUp) -> Response:
        document = OwnSignUpSerializer(sign_ups(self.tournament).placed(person)).data
        return Response(document, headers={"Cache-Control": "no-store"})
