"""URLs of a standby while it follows another computer (`pennant follow`)."""

from django.urls import path

from backups.views import follower

urlpatterns = [
    path("standby/state/", follower.follower_check, name="standby_check"),
    path("", follower.follower_page, name="follower"),
    path("<path:path>", follower.follower_page, name="follower_elsewhere"),
]
