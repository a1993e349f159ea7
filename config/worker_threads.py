"""Give each queue its own threads in one worker, so that a long job delays only jobs in its own queue."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from celery.concurrency.base import apply_target
from celery.concurrency.thread import ApplyResult, TaskPool
from django.conf import settings

_THREADS_BY_QUEUE: Final = {"celery": 2, "clock": 1, "printing": 1, "odds": 1}
THREADS: Final = sum(_THREADS_BY_QUEUE.values())


class ThreadsByQueue(TaskPool):  # type: ignore[misc]
    """Celery thread pool that is divided by queue."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._executors = {
            queue: ThreadPoolExecutor(threads, thread_name_prefix=queue) for queue, threads in _THREADS_BY_QUEUE.items()
        }

    def on_apply(
        self,
        target: Callable[..., Any],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
        callback: Callable[..., Any] | None = None,
        accept_callback: Callable[..., Any] | None = None,
        **_: Any,
    ) -> ApplyResult:
        # The first argument of a task request is the task's name.
        executor = self._executors[_queue_of(args[0])]
        return ApplyResult(executor.submit(apply_target, target, args, kwargs or {}, callback, accept_callback))

    def on_stop(self) -> None:
        for executor in self._executors.values():
            executor.shutdown(cancel_futures=True)
        super().on_stop()


def _queue_of(task_name: str) -> str:
    routes: Mapping[str, Mapping[str, str]] = settings.CELERY_TASK_ROUTES
    return routes[task_name]["queue"] if task_name in routes else "celery"
