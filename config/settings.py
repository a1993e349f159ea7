"""Django settings. Everything that differs between a laptop and a server comes from the environment."""

import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from config.environment import Environment
from core.durable_files import write_durably
from core.seal_key import derive_seal_key, is_seal_key
from pennant_baseball import VERSION as PENNANT_VERSION

VERSION = PENNANT_VERSION
BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment()

# Directory for a laptop's database, queue, print packs and secret.
DATA_DIR = Path(env.text("PENNANT_DATA", str(BASE_DIR / "var")))

# Directory of charts for commands that play games. If empty, the built-in charts are used.
PENNANT_CHARTS = env.folder("PENNANT_CHARTS")

DEBUG = env.flag("DEBUG", default=False)


SECRET_KEY_FILE = "" if env.text("SECRET_KEY") else str(DATA_DIR / "secret_key")
# Key that signs the seals on pitching sheets. By default, it is stored in a file like the secret key, or derived from a
# SECRET_KEY in the environment, so that all processes of a hosted installation share it.
SEAL_KEY = env.seal_key("SEAL_KEY") or derive_seal_key(env.text("SECRET_KEY"))
SEAL_KEY_FILE = "" if SEAL_KEY else str(DATA_DIR / "seal_key")


def _stored_key(file: str, length: int) -> str:
    """Return a key stored in the data directory. Create it on the first start, or if its file is empty."""
    path = Path(file)
    if not path.exists() or not path.stat().st_size:
        write_durably(path, secrets.token_urlsafe(length))
    return path.read_text(encoding="utf-8").strip()


try:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = env.text("SECRET_KEY") or _stored_key(SECRET_KEY_FILE, 50)
    if SEAL_KEY_FILE and not is_seal_key(_stored_key(SEAL_KEY_FILE, 32)):
        env.reject(
            f"{SEAL_KEY_FILE} is damaged. Restore it from a backup. With a new key, existing "
            "seals would seem to come from another installation."
        )
except OSError as error:
    # The directory's name is more helpful than a traceback.
    raise SystemExit(
        f"Pennant can't save data in {DATA_DIR}: {error.strerror}. Choose another folder with PENNANT_DATA."
    ) from None
# URL for phones, used in sign-in links and QR codes. If empty, the request's URL is used.
PUBLIC_URL = env.web_address("PUBLIC_URL")
BEHIND_HTTPS = env.flag("BEHIND_HTTPS", default=PUBLIC_URL.startswith("https://"))
# A server accepts its public name and requests from its own machine. A laptop accepts any name.
_NAMES = [urlsplit(PUBLIC_URL).hostname or "*", "localhost", "127.0.0.1", "[::1]"] if BEHIND_HTTPS else ["*"]
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", _NAMES)
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", [PUBLIC_URL] if BEHIND_HTTPS and PUBLIC_URL else [])
if BEHIND_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.integer("HSTS_SECONDS", 60 * 60 * 24 * 365)
# Each server's administrator decides whether HSTS covers subdomains and uses preload lists.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Network address the launcher's web server listens on. It is empty if another program started the web server.
LISTEN_HOST = env.text("LISTEN_HOST")
# A laptop announces one of these names on the local network (backups/standby/network_name.py).
NETWORK_NAMES = ["pennant.local", *(f"pennant-{number}.local" for number in range(2, 10))]
ANNOUNCE_NAME = env.flag("ANNOUNCE_NAME", default=True)
if LISTEN_HOST and not BEHIND_HTTPS:
    ALLOWED_HOSTS += NETWORK_NAMES
# Certificate for serving HTTPS on the local network (pennant_baseball/certificates.py).
HTTPS_CERTIFICATE = env.text("HTTPS_CERTIFICATE")
# Number of reverse proxies that are trusted to report the visitor's IP address.
TRUSTED_PROXIES = env.integer("TRUSTED_PROXIES", 0)

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "tournaments",
    "drafts",
    "games",
    "pitching",
    "backups",
    "tabletop",
    "play",
    "club",
    "weekend",
]

MIDDLEWARE = [
    "config.request_log.RequestLog",
    "core.health.HealthMiddleware",
    "config.security_headers.SecurityHeaders",
    "config.public_reads.PublicReads",
    "config.form_redirects.RedirectFormAddresses",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "core.read_snapshot.ReadSnapshotMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.access.viewers.ViewerMiddleware",
]

# A standby computer shows only its lag behind the leader, and reads nothing from its own database.
FOLLOWS = env.flag("PENNANT_FOLLOWS", default=False)
if FOLLOWS:
    MIDDLEWARE.remove("core.read_snapshot.ReadSnapshotMiddleware")

ROOT_URLCONF = "backups.standby_urls" if FOLLOWS else "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "tournaments.access.viewers.viewer_context",
            ],
            "builtins": [
                "core.templatetags.scorebook",
                "core.templatetags.parts",
                "core.templatetags.pictures",
                "core.templatetags.tables",
                "tournaments.templatetags.visitors",
                "club.templatetags.club_picture",
                "pitching.templatetags.bullpens",
                "play.templatetags.live_games",
                "weekend.templatetags.help_link",
                "weekend.templatetags.page_navigation",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "core.jinja.environment"},
    },
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.database("DATABASE_URL", f"sqlite:///{DATA_DIR}/pennant.sqlite3")
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # IMMEDIATE takes the write lock at the start of a transaction, so two simultaneous picks queue instead of failing
    # halfway. synchronous=FULL makes a committed pick survive a power failure. cache_size is 1 MB per connection,
    # because the operating system caches the file anyway.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-1000;",
    }
    DATABASES["default"]["TEST"] = {"NAME": env.text("TEST_DATABASE", str(DATA_DIR / "test.sqlite3"))}
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Pages run on permanent threads (config/asgi.py), so connections can stay open.
DATABASES["default"]["CONN_MAX_AGE"] = 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.redis_address("REDIS_URL")
# One cache is for pages and query results, the other for finished files, which are larger. Redis enforces its own
# memory limit.
if REDIS_URL:
    _REDIS_CACHE: dict[str, Any] = {
        "BACKEND": "config.redis_cache.FailOpenRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
    CACHES: dict[str, dict[str, Any]] = {"default": _REDIS_CACHE, "files": _REDIS_CACHE}
else:
    _MEMORY_CACHE = "django.core.cache.backends.locmem.LocMemCache"
    CACHES = {
        "default": {"BACKEND": _MEMORY_CACHE, "OPTIONS": {"MAX_ENTRIES": 2000}},
        "files": {"BACKEND": _MEMORY_CACHE, "LOCATION": "files", "OPTIONS": {"MAX_ENTRIES": 200}},
    }
# Open pages per process that get live updates. Any others poll until there is room.
MOST_OPEN_PAGES = env.integer("MOST_OPEN_PAGES", 5000)
# Public pages are cached until something changes in their tournament. 0 turns the cache off.
PAGE_CACHE_SECONDS = env.integer("PAGE_CACHE_SECONDS", 3600)

CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"  # The broker uses a directory, so the host is ignored.
_QUEUE = DATA_DIR / "queue"
if REDIS_URL:
    # A user waits for the page that queues a job, so report a missing broker without retrying.
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "max_retries": 0,
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
    }
else:
    _QUEUE.mkdir(exist_ok=True)
    CELERY_BROKER_TRANSPORT = "config.folder_broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"folder": str(_QUEUE)}
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # A laptop doesn't need remote control.
CELERY_APP = "config.celery.app"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker serves all queues, or only those in its --queues option.
CELERY_TASK_QUEUES: dict[str, dict[str, Any]] = {name: {} for name in ("celery", "clock", "printing", "odds")}
CELERY_TASK_ROUTES = {
    "drafts.enforce_expiry": {"queue": "clock"},
    "weekend.make_print_pack": {"queue": "printing"},
    "weekend.work_out_odds": {"queue": "odds"},
    "play.report_table_game": {"queue": "odds"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Another worker may resume a print pack after its worker has been silent for this many seconds.
PRINT_PACK_SILENT_SECONDS = env.seconds("PRINT_PACK_SILENT_SECONDS", 20)

# Signed-in devices store a key in a signed cookie. Every request checks that the key's row still exists.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Wrong sign-in links and PINs allowed per IP address in fifteen minutes.
SIGN_IN_ATTEMPTS = env.integer("SIGN_IN_ATTEMPTS", 20)

# Mail server for draft notices. Without a server, no mail is sent.
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.integer("EMAIL_PORT", 587, least=1, most=65535)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = env.flag("EMAIL_USE_SSL", default=False)
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", EMAIL_HOST_USER or "pennant@localhost")

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_TZ = True
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static" / "built", BASE_DIR / "static"]
# Serve files from static/ with a content hash, so that a laptop doesn't need collectstatic.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 60 * 60 * 24 * 365
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024 + 64 * 1024  # a 5 MB photo plus its form
LARGE_BODIES = {"/backups/upload/": 64 * 1024 * 1024}  # maximum bytes by path
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["tournaments.api.access.SessionAccess", "tournaments.api.access.TokenAccess"],
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.api.access.ReadPublicWriteByRole"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "EXCEPTION_HANDLER": "core.api.errors.handle_exception",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pennant",
    "DESCRIPTION": "Tabletop dice-baseball tournaments. Anyone can read. Changes require a role.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    # Group endpoints by the path segment after the tournament.
    "SCHEMA_PATH_PREFIX": r"/api/v1/(tournaments/\{slug\}/(?=.))?",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "core.api.errors.name_problem_type",
    ],
    "ENUM_NAME_OVERRIDES": {
        "SeriesStatusEnum": "tournaments.models.Series.Status",
        "SignUpState": "tournaments.api.sign_ups.STATES",
        "AttendanceState": "tournaments.queries.attendance.STATES",
        "TradeState": "drafts.models.Trade.State",
        "OddsWorkStateEnum": "weekend.models.PrintPack.State",
        "TournamentStage": "tournaments.models.Tournament.Stage",
        "SeriesStage": "tournaments.models.Series.Stage",
        "MistakeKind": "games.api.mistakes.KIND_CHOICES",
        "TeamKind": "tournaments.models.Team.Kind",
        "NoticeKind": "tournaments.models.NoticeKind",
        "KindOfPlay": "club.models.PersonRating.Kind",
        "TablePace": "tournaments.models.TablePace",
    },
}

LOGGING_CONFIG = "config.logs.configure_logging"
# Plain lines for people, or JSON for log collectors.
LOG_FORMAT = env.choice("LOG_FORMAT", "plain", ("plain", "json"))
LOG_LEVEL = env.choice("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "config.logs.PlainLines"}, "json": {"()": "config.logs.JsonLines"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Rejected requests and missing pages are normal responses, so only failures are logged.
    "loggers": {"django.request": {"level": "ERROR"}},
}
if LOG_FORMAT == "json":
    # Use the same format for the web server's log. Turn off its access log, because ours has more details.
    LOGGING["loggers"] |= {
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": True, "level": "WARNING"},
        "pennant.request": {"level": LOG_LEVEL if env.text("LOG_LEVEL") else "INFO"},
    }

# Server for crash reports without personal data. If empty, no reports are sent.
SENTRY_DSN = env.crash_server("SENTRY_DSN")
# Prometheus metrics at /metrics. Without a token, only this computer can read them.
METRICS = env.flag("METRICS", default=False)
METRICS_TOKEN = env.secret("METRICS_TOKEN", min_length=20)
if METRICS and not METRICS_TOKEN and (BEHIND_HTTPS or TRUSTED_PROXIES):
    env.reject("Behind a proxy, METRICS needs METRICS_TOKEN, because every request seems to come from this computer.")

# Back up every night, hourly if anything changed, and before every upgrade. A second directory is optional.
BACKUPS = env.flag("PENNANT_BACKUPS", default=True)
BACKUP_FOLDER = env.folder("PENNANT_BACKUP_FOLDER", str(DATA_DIR / "backups"))
SECOND_BACKUP_FOLDER = env.folder("PENNANT_SECOND_FOLDER")
# Maximum seconds for a request body to arrive, and for any pause while it does.
BODY_SECONDS = env.seconds("BODY_SECONDS", 60)
BODY_SILENT_SECONDS = env.seconds("BODY_SILENT_SECONDS", 10)

# Page threads per web server process. The launcher starts the processes.
WEB_THREADS = env.integer("WEB_THREADS", 8, least=1, most=1000)
WEB_WORKERS = env.integer("WEB_WORKERS", 1, least=1, most=64)
if EMAIL_USE_SSL and EMAIL_USE_TLS:
    env.reject("EMAIL_USE_SSL and EMAIL_USE_TLS can't both be on. Set EMAIL_USE_TLS=false for a server on port 465.")
env.check()
