"""Tournament news: its recipients, its items, and the messages to each recipient."""

from urllib.parse import urlsplit

from django.db import models

from tournaments.models.access import Access
from tournaments.models.tournament import Tournament


class Outbox(models.Model):
    """Base model for a recipient's queue of unsent messages.

    An action sets `due_at` in its own transaction. A worker claims the row until `taken_until` while it sends. `tries`
    counts the failures since the last success.
    """

    sent_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    taken_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    fault = models.CharField(max_length=300, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class Follower(Outbox):
    """A recipient of news."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")
    sent_through = models.BigIntegerField(default=0)  # number of the newest action that was sent
    test_asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class MailFollower(Follower):
    """A person with a link who signed up for news by mail. The email address is private and is never exported.

    The first message contains a confirmation link. Until it is used, no more mail is sent to this address.
    """

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="mail")
    address = models.EmailField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    every_pick = models.BooleanField(default=False)
    called_for = models.CharField(max_length=40, blank=True)  # unused; the next version removes it

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "access"], name="one_mail_address_each")]

    def __str__(self) -> str:
        return f"Mail to {self.access}"


class Webhook(Follower):
    """A URL that news is posted to. It is secret: no log, name or file contains it.

    `secret` signs each post. Webhooks from earlier versions had none.

    A removed or replaced webhook's row is preserved for undo.
    """

    address = models.URLField(max_length=500)
    is_in_use = models.BooleanField("in use", default=False)
    secret = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Webhook at {self.host}"

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""


class NoticeKind(models.TextChoices):
    """Kinds of notices for a team's managers."""

    ON_THE_CLOCK = "on_the_clock", "You are on the clock"
    ON_DECK = "on_deck", "You are on deck"
    SERIES_UP = "series_up", "Your series is up"
    SHEET_TO_SIGN = "sheet_to_sign", "A sheet to sign"
    RULING_ANSWERED = "ruling_answered", "A ruling is answered"
    ROUND_STARTS = "round_starts", "A round starts"
    YOUR_MOVE = "your_move", "Your move at the play table"
    SERIES_TIME = "series_time", "A time for a series"


class NoticeChannel(models.TextChoices):
    """Ways to send a notice to a manager, or an event to a tournament's webhook."""

    PAGE = "page", "On the page"
    SOUND = "sound", "Sound"
    MAIL = "mail", "E-mail"
    PUSH = "push", "Push"
    CHAT = "chat", "Discord or Slack"
    WEBHOOK = "webhook", "Webhook"


class NoticeSettings(models.Model):
    """The channels that a manager chose for each kind of notice, and the manager's own Discord or Slack webhook.

    The webhook's URL is as secret as that of a tournament's webhook.
    """

    access = models.OneToOneField(Access, on_delete=models.CASCADE, related_name="notice_settings")
    channels = models.JSONField(default=dict)  # lists of channels by kind
    chat_address = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"Notices to {self.access}"


class PushSubscription(models.Model):
    """A browser that accepts push messages for a manager. Its URL and keys are private."""

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000)
    public_key = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    browser = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["access", "endpoint"], name="one_subscription_of_a_browser")]

    def __str__(self) -> str:
        return f"Push to {self.access} on {self.browser or 'a browser'}"


class NewsPosition(models.Model):
    """The newest action that a tournament's news includes."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="news_position")
    action = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"News of {self.tournament} through action {self.action}"


class NewsItem(models.Model):
    """A condition in the tournament that is reported once, to a team's managers or, if `team` is None, to the webhook.

    `key` identifies the condition, such as "sheet_to_sign:12:5". `ended_at` is set when the condition ends. If it
    occurs again later, it gets a new item.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="news_items")
    team = models.ForeignKey("tournaments.Team", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80)
    began_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=models.Q(ended_at__isnull=True), name="news_item_once_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return self.key


class Delivery(Outbox):
    """A single message to a recipient. `target` and `key` are unique together, so nobody gets the same message twice.

    `recipient` is the manager's link for mail, push and chat. The worker drops a message if its item has ended.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=10, choices=NoticeChannel)
    target = models.CharField(max_length=40)  # such as webhook:3
    key = models.CharField(max_length=100)  # such as item:12 or pick:340
    event = models.CharField(max_length=20)
    document = models.JSONField(default=dict)
    item = models.ForeignKey(NewsItem, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries")
    recipient = models.ForeignKey(Access, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    browser = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries")
    created_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveIntegerField(default=0)  # all attempts, including those before "Send again"
    answer = models.CharField(max_length=100, blank=True)  # the server's response to the latest attempt
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["target", "key"], name="message_once")]

    def __str__(self) -> str:
        return f"{self.event} to {self.target}"

    @property
    def state(self) -> str:
        """The message's state: "sent", "dropped", "failed", "retrying" or "waiting"."""
        if self.dropped_at:
            return "dropped"
        if self.due_at is None:
            return "sent" if self.sent_at and not self.fault else "failed"
        return "retrying" if self.tries else "waiting"
