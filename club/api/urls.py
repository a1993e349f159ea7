"""API addresses of the club."""

from django.urls import path

from club.api import people, seasons

urlpatterns = [
    path("people/", people.PeopleView.as_view(), name="api_people"),
    path("people/<int:person_id>/", people.PersonView.as_view(), name="api_person"),
    path("seasons/<int:year>/", seasons.SeasonView.as_view(), name="api_season"),
    path("records/", seasons.RecordsView.as_view(), name="api_records"),
    path("champions/", seasons.ChampionsView.as_view(), name="api_champions"),
]
