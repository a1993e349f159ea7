# One image for web server, worker and commands. Build: docker build -t pennant .
FROM python:3.13-slim AS static
WORKDIR /build
COPY requirements-build.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY core/static_build.py core/
COPY static static
RUN python core/static_build.py --minify

FROM python:3.13-slim

# pg_dump and pg_restore, for the backups of a database on PostgreSQL
# of the newest version, because Debian keeps no older ones to pin
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --user-group --home-dir /pennant pennant && install -d -o 10001 -g 10001 /data

WORKDIR /pennant
COPY requirements-hosted.lock .
RUN pip install --no-cache-dir --no-compile --require-hashes -r requirements-hosted.lock
COPY . .
COPY --from=static /build/static/built static/built
RUN python -m compileall -q .

ENV PENNANT_DATA=/data HOST=0.0.0.0 PORT=8000 LOG_FORMAT=json PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
VOLUME /data
# by number, so that an orchestrator can see that it isn't root
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["python", "-m", "pennant_baseball", "doctor", "--only", "ready", "--only", "own-worker"]
# everything in one container: migrations, web server and worker; deploy/compose.yaml starts them apart
CMD ["python", "-m", "pennant_baseball", "run", "--no-browser"]
