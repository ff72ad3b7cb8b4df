"""A context of a compiled program: calls, one at a time, and memory that is given back.

A call that the main thread makes is carried out by a thread of the context, so that Ctrl-C is obeyed at once.
Compiled code cannot be stopped: an abandoned call goes on to its end, and gives back what it has then.
"""
import atexit
import ctypes
import operator
import os
import queue
import signal
import threading
import weakref

from ._errors import Error, run_error

OUT_OF_MEMORY = 3
LIBC = ctypes.CDLL(None)
LIBC.free.argtypes = [ctypes.c_void_p]
LIBC.free.restype = None


def thread_count(threads):
    if isinstance(threads, bool) or not hasattr(threads, "__index__"):
        raise TypeError(f"threads: expected a number, given {threads!r}")
    if not 1 <= operator.index(threads) < 1 << 31:
        raise ValueError(f"threads: expected at least 1, given {threads}; without it there is one per core")
    return operator.index(threads)


class Job:
    """A call for the thread of a context."""

    def __init__(self, function, arguments):
        self.function, self.arguments = function, arguments
        self.result = None
        self.lock = threading.Lock()
        self.is_done = False
        self.abandoned = None  # what is to be done behind it when nobody waits
        self.done = threading.Lock()
        self.done.acquire()

    def run(self):
        self.result = self.function(*self.arguments)
        with self.lock:
            self.is_done = True
            abandoned = self.abandoned
        if abandoned:
            abandoned(self.result)
        self.done.release()


def work(jobs):
    """What the thread of a context does."""
    while True:
        job = jobs.get()
        if job is None:
            return
        job.run()
        del job


class Abandoned(BaseException):
    """Ends a call whose waiting was interrupted; `cause` is what the caller gets."""

    def __init__(self, job, cause):
        super().__init__()
        self.job, self.cause = job, cause


class Context:
    """The context; everything that was made with it holds a reference to it."""

    def __init__(self, library, manifest, sources, settings):
        self.library, self.manifest, self.sources = library, manifest, sources
        self.prefix = manifest["prefix"]
        self.backend = manifest["backend"]
        self.lock = threading.Lock()  # one call at a time, until its error was read
        self.waiting = []  # what is to be freed when no call is under way
        self.is_abandoned = self.has_run = False
        self.jobs = None
        self.process = os.getpid()
        self._pointer = self._config = None
        self._open(settings)

    @property
    def is_device(self):
        return self.backend in ("opencl", "cuda")

    def function(self, name, result, *arguments):
        """A function of the library by its full name."""
        found = self.library[name]
        found.restype, found.argtypes = result, arguments
        return found

    def api(self, name, result, *arguments):
        return self.function(f"{self.prefix}_{name}", result, *arguments)

    def _open(self, settings):
        void = ctypes.c_void_p
        self._config = void(self.api("context_config_new", void)())
        self._free_config = self.api("context_config_free", None, void)
        self._free_context = self.api("context_free", None, void)
        self._get_error = self.api("context_get_error", void, void)
        self._settle(settings)
        self._pointer = void(self.api("context_new", void, void)(self._config))
        self._close = weakref.finalize(self, close, self._pointer, self._config, self._free_context,
                                       self._free_config)
        self._close.atexit = False  # see close_all
        if not self._pointer:
            raise MemoryError("there is no memory for a context")
        message = self.take_error()
        if message:
            raise run_error(message, self.sources, False)
        CONTEXTS.add(self)

    def _settle(self, settings):
        void = ctypes.c_void_p
        if settings.get("threads") is not None:
            set_threads = self.api("context_config_set_num_threads", None, void, ctypes.c_int)
            set_threads(self._config, thread_count(settings["threads"]))
        if settings.get("device") is not None and self.is_device:
            set_device = self.api("context_config_set_device", None, void, ctypes.c_char_p)
            set_device(self._config, str(settings["device"]).encode())
        for name, value in (settings.get("tuning") or {}).items():
            set_param = self.api("context_config_set_tuning_param", ctypes.c_int, void, ctypes.c_char_p,
                                 ctypes.c_size_t)
            if set_param(self._config, name.encode(), value) != 0:
                raise ValueError(f"there is no tuning parameter {name}")

    def take_error(self):
        """The message of the last call that failed, or None."""
        address = self._get_error(self._pointer)
        if not address:
            return None
        try:
            return ctypes.string_at(address).decode("utf-8", "replace")
        finally:
            LIBC.free(address)

    def check(self, code):
        if code != 0:
            message = self.take_error() or "the program failed"
            raise run_error(message, self.sources, code == OUT_OF_MEMORY)

    def take(self):
        """Takes the lock, which `unlock` gives back."""
        if self.process != os.getpid():
            self.enter_fork()
        self.lock.acquire()

    def enter_fork(self):
        """Threads do not come along into a forked process: not ours, those of OpenMP, or those of a driver."""
        is_threaded = self.is_device or self.backend == "multicore" and self.has_run
        if is_threaded or self.lock.locked():
            raise Error("the module was in use before this process was forked from another one; compile it again here, "
                        "or start processes with multiprocessing.set_start_method(\"spawn\")")
        self.process, self.jobs = os.getpid(), None

    def wait(self, function, *arguments):
        """Calls a function that may take long. The caller holds the lock."""
        self.has_run = True
        is_main = threading.current_thread() is threading.main_thread()
        if not is_main or not callable(signal.getsignal(signal.SIGINT)):
            return function(*arguments)
        if self.jobs is None:
            self.jobs = queue.SimpleQueue()
            threading.Thread(target=work, args=(self.jobs,), daemon=True, name="ravel").start()
            weakref.finalize(self, self.jobs.put, None).atexit = False
        job = Job(function, arguments)
        self.jobs.put(job)
        try:
            job.done.acquire()
        except BaseException as error:
            raise Abandoned(job, error) from None
        return job.result

    # ---- What was made is freed when Python has no more use for it ----

    def release(self, free, pointer):
        """Frees an object, now or as soon as no call is under way: finalizers must not wait."""
        self.waiting.append((free, pointer))
        if self.lock.acquire(blocking=False):
            self.unlock()

    def unlock(self):
        """Ends what needed the lock."""
        try:
            self.drain()
        finally:
            self.lock.release()
        # What came in between had found the lock taken.
        if self.waiting and self.lock.acquire(blocking=False):
            try:
                self.drain()
            finally:
                self.lock.release()

    def drain(self):
        while self.waiting:
            free, pointer = self.waiting.pop()
            free(self._pointer, pointer)

    @property
    def pointer(self):
        return self._pointer


def close(pointer, config, free_context, free_config):
    if pointer:
        free_context(pointer)
    free_config(config)


CONTEXTS = weakref.WeakSet()


@atexit.register
def close_all():
    """At the end, contexts that have nothing left are closed. Others go with the process: who still has one of
    their arrays may look at it until then."""
    for context in list(CONTEXTS):
        if not OBJECTS.get(id(context)) and context.lock.acquire(blocking=False):
            context.drain()
            context._close()


# How many objects of a context are alive, by its id.
OBJECTS = {}


class Handle:
    """Owns an object of a library."""
    __slots__ = ("context", "free", "pointer", "__weakref__")

    def __init__(self, context, free, pointer):
        self.context, self.free, self.pointer = context, free, pointer
        OBJECTS[id(context)] = OBJECTS.get(id(context), 0) + 1

    def __del__(self):
        try:
            OBJECTS[id(self.context)] -= 1
            self.context.release(self.free, self.pointer)
        except (AttributeError, TypeError):
            pass  # the interpreter is being taken down, and its modules are gone
