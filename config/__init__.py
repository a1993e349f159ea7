"""Project package: the settings, the URLs, and the entry points for the web server and the worker."""

import gc

# Startup creates hundreds of thousands of long-lived objects. With Python's default thresholds, the garbage collector
# scans them so often that it takes a third of the startup time.
gc.set_threshold(50_000, 20, 50)
