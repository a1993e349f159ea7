"""The action log: one row for every act that changed something. Its numbers are also the live event ids."""

from django.db import models

from tournaments.models.access import Access
from tournaments.models.tournament import Tournament


class Action(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="actions")
    at = models.DateTimeField(auto_now_add=True)
    access = models.ForeignKey(Access, on_delete=models.SET_NULL, null=True, blank=True)
    actor = models.CharField(max_length=120)
    verb = models.CharField(max_length=40)  # such as make_pick, the service's name
    subject = models.CharField(max_length=60, blank=True)  # such as series:12
    sentence = models.CharField(max_length=500)
    reason = models.CharField(max_length=500, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    # what every open page may be told at once; nothing private belongs here
    public = models.JSONField(default=dict, blank=True)
    undoes = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="undone_by")

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["tournament", "id"])]

    def __str__(self) -> str:
        return self.sentence
