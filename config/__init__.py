"""Settings, URLs and the two entry points: web server and worker."""

import gc

# Loading the program makes hundreds of thousands of objects that stay. With Python's usual thresholds, looking through
# them again and again takes a third of every start.
gc.set_threshold(50_000, 20, 50)
