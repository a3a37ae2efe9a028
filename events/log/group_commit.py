"""Group commit: many threads append, one thread writes, and all waiting acts are committed together.

One sync takes as long for a hundred acts as for one. Each act still succeeds or fails by itself, and is
acknowledged only when it is on disk. Not here: what an act must be (``sqlite_log``).
"""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from os import PathLike
from threading import Condition, Thread
from typing import NamedTuple, Self

from events.log.contract import LogError, Pending, Receipt, Unwritable
from events.log.sqlite_log import SqliteLog

ACTS_A_COMMIT = 512
"""More are left for the next commit, so that nobody waits for long."""

WAITING = 8192
"""With so many acts waiting, ``submit`` waits as well, so that memory has an end."""


class _Act(NamedTuple):
    """An act that waits to be appended, and the future for its receipt."""

    match: str
    events: Sequence[Pending]
    expected: int
    command: str
    at: int
    answer: Future[Receipt]


class GroupCommitter:
    """The one writer of the log at ``path``, for any number of threads of this process.

    Opens the log for writing, in a thread of its own, and raises what ``SqliteLog`` raises. Close it: what
    was submitted until then is still written.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._path = path
        self._acts: deque[_Act] = deque()
        self._changed = Condition()
        self._closed = False
        self._ended: LogError | None = None
        opened: Future[None] = Future()
        # A daemon: who leaves without closing is not held up, and was promised nothing.
        self._thread = Thread(target=self._run, args=(opened,), name=f"committer of {path}", daemon=True)
        self._thread.start()
        opened.result()

    def submit(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Future[Receipt]:
        """Append an act as ``Log.append`` does, soon. The result is there when it is on disk.

        The future raises what ``append`` raises. Acts are appended in the order in which they are submitted,
        and each is compared with what those before it left, in the same commit or not. Waits while very many
        acts wait. Raises ``Unwritable`` when the committer was closed, or its disk failed.
        """
        answer: Future[Receipt] = Future()
        with self._changed:
            while len(self._acts) >= WAITING and not self._over():
                self._changed.wait()
            if self._over():
                raise self._end_reason()
            self._acts.append(_Act(match, events, expected, command, at, answer))
            if len(self._acts) == 1:
                self._changed.notify_all()
        return answer

    def close(self) -> None:
        """Write what was submitted, and let go of the log; closing twice is harmless."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _over(self) -> bool:
        # In the child of a fork the thread is gone, and nobody would ever answer.
        return self._closed or self._ended is not None or not self._thread.is_alive()

    def _end_reason(self) -> LogError:
        ended = self._ended
        return type(ended)(*ended.args) if ended else Unwritable(f"{self._path}: the committer was closed")

    # --- the thread --------------------------------------------------------------------------------

    def _run(self, opened: Future[None]) -> None:
        try:
            log = SqliteLog(self._path, writing=True)
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        with log:
            while acts := self._next_acts():
                try:
                    self._commit(log, acts)
                except Unwritable as error:
                    self._end(error)
                    return
                except BaseException as error:
                    self._end(Unwritable(f"{self._path}: the committer ended with {error!r}"))
                    raise

    def _next_acts(self) -> list[_Act]:
        """The acts of the next commit, at least one; none at the end."""
        with self._changed:
            while not self._acts and not self._closed:
                self._changed.wait()
            crowded = len(self._acts) >= WAITING
            acts = [self._acts.popleft() for _ in range(min(len(self._acts), ACTS_A_COMMIT))]
            if crowded:
                self._changed.notify_all()
        return acts

    def _commit(self, log: SqliteLog, acts: list[_Act]) -> None:
        """Append these acts in one transaction, and answer when it has ended. Raises ``Unwritable``."""
        acts = [act for act in acts if act.answer.set_running_or_notify_cancel()]
        answers: list[Receipt | Exception] = []
        try:
            with log.batch():
                for act in acts:
                    answers.append(_append(log, act))
        # Whatever it was, none of them is stored, and none may wait for ever.
        except BaseException as error:
            for act in acts:
                act.answer.set_exception(error)
            if isinstance(error, LogError) and not isinstance(error, Unwritable):
                return  # Such as Busy: the next commit may go well.
            raise
        for act, answer in zip(acts, answers, strict=True):
            if isinstance(answer, Receipt):
                act.answer.set_result(answer)
            else:
                act.answer.set_exception(answer)

    def _end(self, error: LogError) -> None:
        """Fail all waiting acts: nothing more is written."""
        with self._changed:
            self._ended = error
            waiting = [*self._acts]
            self._acts.clear()
            self._changed.notify_all()
        for act in waiting:
            if act.answer.set_running_or_notify_cancel():
                act.answer.set_exception(self._end_reason())


def _append(log: SqliteLog, act: _Act) -> Receipt | Exception:
    """The receipt, or why this act alone is refused. Raises ``Unwritable``: then none of them is stored."""
    try:
        return log.append(act.match, act.events, expected=act.expected, command=act.command, at=act.at)
    except Unwritable:
        raise
    except Exception as error:
        return error


__all__ = ["ACTS_A_COMMIT", "WAITING", "GroupCommitter"]
