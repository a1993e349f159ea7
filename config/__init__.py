"""Settings, URLs and the two entry points: web server and worker."""
