"""Compiled programs as objects, and their entry points as functions."""
import ctypes
import inspect
from collections.abc import Mapping

import numpy as np

from . import _nesl
from ._arrays import DEVICES, DeviceArray, borrow_dlpack
from ._build import TEXT, build
from ._context import Abandoned, Context
from ._errors import Error
from ._types import ArrayType, Frame, Opaque, Place, Types, finish, given, identifier, mark_consumed


def compile(program, target="auto", language=None, *, threads=None, device=None, tuning=None, options=()):
    """Compiles a program and gives an object whose functions are its entry points.

    program   the path of a file, or the text of a program (with a line break or a blank in it)
    target    what to compile for: "c", one core; "multicore", all cores; "opencl" or "cuda", a GPU;
              "auto", the best of the first two
    language  "futhark", "nesl", "apl", "fcl" or "core", whatever the extension says; texts are Futhark unless it is given
    threads   how many threads to use (default: one per core)
    device    which device to use, by a part of its name or as "#1"
    tuning    tuning parameters, a dictionary
    options   further options for the compiler, such as ["--unsafe"]

    What was compiled is kept in the compiler's cache. CompileError has the compiler's messages.
    """
    return Module.compiled(program, target, language, options,
                           {"threads": threads, "device": device, "tuning": tuning})


def dims_text(param):
    """The type of a parameter with its sizes: *[n]f64."""
    text = param["type"]
    for dim in param.get("dims", []):
        text = text.replace("[]", "[\0" + ("" if dim is None else str(dim)) + "]", 1)
    return ("*" if param["unique"] else "") + text.replace("\0", "")


def arrays_of(value):
    """The arrays and opaque values that an argument is or has as its parts."""
    if isinstance(value, (np.ndarray, DeviceArray, Opaque)):
        yield value
    elif isinstance(value, (tuple, Mapping)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from arrays_of(part)


class Function:
    """An entry point of a program."""

    def __init__(self, module, name, about):
        self._module, self._about = module, about
        self.__name__ = self.__qualname__ = name
        self.__module__ = "ravel"
        self._inputs = about["inputs"]
        self._names = self._parameter_names()
        self._texts = [dims_text(param) for param in self._inputs]
        result = ("*" if about["output"]["unique"] else "") + about["output"]["type"]
        self._kind = about["output"]["type"]
        parameter = inspect.Parameter
        # What is `()` at the end need not be given.
        last = len(self._texts)
        while last > 0 and self._texts[last - 1] == "()":
            last -= 1
        defaults = [parameter.empty if i < last else () for i in range(len(self._texts))]
        self.__signature__ = inspect.Signature(
            [parameter(n, parameter.POSITIONAL_OR_KEYWORD, annotation=text, default=default)
             for n, text, default in zip(self._names, self._texts, defaults)], return_annotation=result)
        lines = [f"{name}({', '.join(f'{n}: {t}' for n, t in zip(self._names, self._texts))}) -> {result}"]
        if about.get("doc"):
            lines += ["", about["doc"]]
        consumed = [n for n, param in zip(self._names, self._inputs) if param["unique"]]
        if consumed:
            lines += ["", f"Consumes {' and '.join(consumed)}: what was given cannot be used any more."]
        self.__doc__ = "\n".join(lines)

    def _parameter_names(self):
        names = []
        for i, param in enumerate(self._inputs):
            name = identifier(param["name"] or "", f"argument_{i + 1}")
            while name in names:
                name += "_"
            names.append(name)
        return names

    def __repr__(self):
        return f"<ravel function {self.__doc__.splitlines()[0]}>"

    def __reduce__(self):
        raise TypeError(f"{self.__name__} cannot be pickled, because it belongs to a library in this process; compile "
                        "the program in the other one, too: it is in the cache")

    def _bind(self, args, kwargs):
        if not kwargs and len(args) == len(self._names):
            return args
        unknown = [name for name in kwargs if name not in self._names]
        if unknown:
            raise TypeError(f"{self.__name__}: got an unexpected keyword argument '{unknown[0]}'; the parameters are "
                            + (", ".join(self._names) or "none"))
        try:
            bound = self.__signature__.bind(*args, **kwargs)
            bound.apply_defaults()
            return bound.args
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None

    def __call__(self, /, *args, **kwargs):
        try:
            return self._call(self._bind(args, kwargs))
        except (Error, TypeError, ValueError) as error:
            # Where in this package it was found is of no interest to who calls.
            raise error.with_traceback(None)

    def _call(self, args):
        context, types = self._module._current()
        frame = Frame(context)
        is_ours = True
        context.take()
        try:
            return self._run(context, types, frame, args)
        except Abandoned as abandoned:
            is_ours = not self._abandon(context, types, frame, abandoned.job)
            raise abandoned.cause from None
        finally:
            if is_ours:
                frame.end()
                context.unlock()

    def _run(self, context, types, frame, args):
        params, make = self._adapted(types)
        places = [Place(self.__name__, name, text) for name, text in zip(self._names, self._texts)]
        if any(param["unique"] for param in self._inputs):
            frame.given = [part for value in args for part in arrays_of(value)]
            self._check_consumed(args, places)
        packed = [kind.pack(frame, value, place, param["unique"])
                  for kind, value, place, param in zip(params, args, places, self._inputs)]
        self._check_sizes(args, places, params, packed)
        kind = types[self._kind]
        cell = kind.c_type()
        frame.cell = cell
        function = context.library[self._about["cfun"]]
        function.restype, function.argtypes = ctypes.c_int, None
        try:
            code = context.wait(function, context.pointer, ctypes.byref(cell), *packed)
            context.check(code)
            return make(frame, kind.unpack(frame, cell))
        finally:
            self._mark(frame)

    def _adapted(self, types):
        key = id(types)
        if getattr(self, "_adapted_for", None) != key:
            params = [types[param["type"]] for param in self._inputs]
            self._adaptation = _nesl.adapt(self._about["attributes"], params, types[self._kind])
            self._adapted_for = key
        return self._adaptation

    def _check_consumed(self, args, places):
        """What a parameter consumes may not be given to another one."""
        for param, value, place in zip(self._inputs, args, places):
            for other, other_place in zip(args, places):
                if param["unique"] and other_place is not place and \
                        any(part is value for part in arrays_of(other)):
                    raise ValueError(f"{self.__name__}: argument {other_place.name}: it is also given to {place.name}, "
                                     "which consumes it; give one of them a copy")

    def _check_sizes(self, args, places, kinds, packed):
        """Dimensions that must be a number, or equal: the library checks it, too, but does not know Python's words."""
        known = {param["name"]: (value, name, None) for param, value, name in
                 zip(self._inputs, args, self._names) if param["type"] == "i64"}
        for param, value, place, kind, cell in zip(self._inputs, args, places, kinds, packed):
            dims = param.get("dims")
            if not dims or not hasattr(kind, "shape"):
                continue
            for d, (dim, size) in enumerate(zip(dims, kind.shape(cell.value))):
                if isinstance(dim, int) and dim != size:
                    raise place.value_error(value)
                if not isinstance(dim, str):
                    continue
                expected, name, at = known.setdefault(dim, (size, place.name, d))
                if expected != size:
                    where = f"the argument {name}" if at is None else f"dimension {at} of {name}"
                    raise place.value_error(value, f"{dim} is {expected}, by {where}")

    def _mark(self, frame):
        """Arguments that were consumed can only be forgotten."""
        for value in frame.shared:
            if isinstance(value, (DeviceArray, Opaque)):
                value.consume(self.__name__)
            else:
                mark_consumed(value, self.__name__)

    def _abandon(self, context, types, frame, job):
        """Leaves a call that goes on to itself. False if it is done already."""
        kind = types[self._kind]

        def end(code):
            if code == 0 and not kind.is_scalar:
                kind.free(context.pointer, frame.cell.value)
            frame.end()
            context.unlock()
        with job.lock:
            if job.is_done:
                return False
            job.abandoned = end
            context.is_abandoned = True
            return True


class Module:
    """A compiled program. Its entry points are attributes, and in `entries` by their names in the program."""

    @classmethod
    def compiled(cls, program, target, language, options=(), settings=None, called=TEXT):
        return cls(*build(program, target, language, options, called), settings or {})

    def __init__(self, library, manifest, sources, settings):
        self._library, self._manifest, self._sources, self._settings = library, manifest, sources, settings
        self._context = Context(library, manifest, sources, settings)
        self._types = Types(self._context)
        self.entries = {name: Function(self, name, about) for name, about in manifest["entry_points"].items()}
        # Those whose names need no change first; none hides what is the module's own.
        for name in sorted(self.entries, key=lambda name: identifier(name, "entry") != name):
            attribute = identifier(name, "entry")
            while hasattr(self, attribute):
                attribute += "_"
            setattr(self, attribute, self.entries[name])

    def __repr__(self):
        state = ", closed" if self._context is None else ""
        return f"<ravel module for {self._manifest['backend']}{state}: {', '.join(self.entries)}>"

    def __reduce__(self):
        raise TypeError("a module cannot be pickled, because it is a library in this process; compile the program in "
                        "the other one, too: it is in the cache")

    def _current(self):
        """The context and its types; a new one when a call that was interrupted still has the old one."""
        if self._context is None:
            raise Error("the module is closed")
        if self._context.is_abandoned:
            if self._context.lock.acquire(blocking=False):
                self._context.is_abandoned = False
                self._context.unlock()
            else:
                self._context = Context(self._library, self._manifest, self._sources, self._settings)
                self._types = Types(self._context)
        return self._context, self._types

    @property
    def target(self):
        """What the program is compiled for."""
        return self._manifest["backend"]

    @property
    def types(self):
        """The types of the program, by name. A sum type has a function for each of its variants."""
        return self._current()[1]

    @property
    def manifest(self):
        """What the compiler says about the program (doc/library.md)."""
        return self._manifest

    def to_device(self, array):
        """The array in the memory where the program runs, so that calls need not copy it."""
        context, types = self._current()
        array = np.asarray(array) if not hasattr(array, "dtype") else array
        if array.dtype.kind not in "biuf":
            raise TypeError(f"to_device: expected an array of numbers, given {given(array)}")
        for kind in types.values():
            if isinstance(kind, ArrayType) and kind.dtype == array.dtype and kind.rank == len(array.shape):
                break
        else:
            raise TypeError(f"no function of the program takes an array of {array.dtype} with {len(array.shape)} "
                            "dimensions")
        place = Place("to_device", "array", kind.name)
        if not context.is_device:
            return kind.convert(array, place)
        context.take()
        frame = Frame(context)
        try:
            pointer = kind.pack(frame, array, place).value
            if isinstance(array, DeviceArray) and array._type.context is context:
                return array
            frame.frees.pop()
            return kind.finish(frame, pointer)
        finally:
            frame.end()
            context.unlock()

    def from_dlpack(self, array):
        """An array that shares the memory of one of another package, which must be where the program runs."""
        context, types = self._current()
        if not context.is_device:
            return np.from_dlpack(array)
        borrowed = borrow_dlpack(array, DEVICES[context.backend])
        for kind in types.values():
            if isinstance(kind, ArrayType) and kind.dtype == borrowed.dtype and kind.rank == len(borrowed.shape):
                return kind.wrap(borrowed, Place("from_dlpack", "array", kind.name))
        raise TypeError(f"no function of the program takes an array of {borrowed.dtype} with "
                        f"{len(borrowed.shape)} dimensions")

    def restore(self, type_name, data):
        """The opaque value that was stored by `bytes(value)`."""
        return self.types[type_name].restore(data)

    def close(self):
        """Closes the context as soon as nothing of it is used any more. Arrays that are there stay good."""
        self._context = self._types = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        Module.close(self)
