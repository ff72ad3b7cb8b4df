"""Values of Python as values of a program, and back; one class for each kind of type in the manifest."""
import collections
import ctypes
import keyword
import operator
import re
import threading
import weakref
from collections.abc import Mapping, Sequence

import numpy as np

from ._arrays import DEVICES, SCALARS, DeviceArray, Memory, borrow_cuda, borrow_dlpack
from ._context import LIBC, Handle

VOID = ctypes.c_void_p


def identifier(text, fallback):
    """A name for Python."""
    name = re.sub(r"\W", "_", text).strip("_") if not text.isidentifier() else text
    if not name or name[0].isdigit():
        name = fallback
    return name + "_" if keyword.iskeyword(name) else name


def given(value):
    """What a value is, for messages."""
    if isinstance(value, (np.ndarray, DeviceArray)):
        return f"an array of {value.dtype} with shape {value.shape}"
    if value is None:
        return "None"
    if isinstance(value, np.generic):
        return f"{value!r}" if "(" in repr(value) else f"{type(value).__name__} {value!r}"
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 40 else text[:37] + '...'}"


class Place:
    """A parameter of a function, or a part of one, for messages."""
    __slots__ = ("function", "name", "expected")

    def __init__(self, function, name, expected):
        self.function, self.name, self.expected = function, name, expected

    def part(self, name, expected):
        return Place(self.function, f"{self.name}{name}", expected)

    def text(self, value, hint=""):
        return (f"{self.function}: argument {self.name}: expected {self.expected}, given {given(value)}"
                + (f"; {hint}" if hint else ""))

    def type_error(self, value, hint=""):
        return TypeError(self.text(value, hint))

    def value_error(self, value, hint=""):
        return ValueError(self.text(value, hint))


class Frame:
    """A call under way: what is freed behind it, what must live until then, and what it consumes."""

    def __init__(self, context):
        self.context = context
        self.frees = []
        self.kept = []
        self.consumed = {}  # arrays of NumPy by the address of their memory
        self.given = []  # arrays and opaque values, when one may be consumed
        self.shared = []  # arrays on a device that are consumed
        self.has_foreign = False  # an argument on a device has memory of somebody else's

    def later(self, free, pointer):
        self.frees.append((free, pointer))
        return pointer

    def end(self):
        for free, pointer in self.frees:
            free(self.context.pointer, pointer)
        self.frees, self.kept = [], []


# ---- Arrays of NumPy that were consumed ----

CONSUMED = {}  # id -> a reference that goes with the array, and what consumed it
CONSUMED_LOCK = threading.Lock()


def consumed_by(array):
    known = CONSUMED.get(id(array))
    return known[1] if known is not None and known[0]() is array else None


def mark_consumed(array, by):
    """The array cannot be written or given to a program any more."""
    key = id(array)

    def forget(reference):
        with CONSUMED_LOCK:
            if key in CONSUMED and CONSUMED[key][0] is reference:
                del CONSUMED[key]
    reference = weakref.ref(array, forget)
    with CONSUMED_LOCK:
        CONSUMED[key] = reference, by
    array.flags.writeable = False


# ---- Scalars ----

class ScalarType:
    is_scalar = True

    def __init__(self, name):
        self.name = name
        dtype, self.c_type, _ = SCALARS[name]
        self.dtype = np.dtype(dtype)
        self.kind = self.dtype.kind
        if self.kind in "iu":
            about = np.iinfo(self.dtype)
            self.least, self.most = int(about.min), int(about.max)

    def pack(self, frame, value, place, unique=False):
        if isinstance(value, (np.ndarray, DeviceArray)):
            if value.shape != ():
                raise place.type_error(value)
            value = np.asarray(value)[()]
        is_bool = isinstance(value, (bool, np.bool_))
        if self.kind == "b":
            if not is_bool:
                raise place.type_error(value)
            return self.c_type(bool(value))
        if is_bool:
            raise place.type_error(value)
        if self.kind in "iu":
            try:
                number = operator.index(value)
            except TypeError:
                raise place.type_error(value) from None
            if not self.least <= number <= self.most:
                raise place.value_error(value, f"it must be from {self.least} to {self.most}")
            return self.c_type(number)
        if not isinstance(value, (int, float, np.integer, np.floating)):
            raise place.type_error(value)
        try:
            number = float(value)
        except OverflowError:
            raise place.value_error(value, "it is too large") from None
        if self.name == "f16":
            with np.errstate(over="ignore"):
                return self.c_type(int(np.float16(number).view(np.uint16)))
        return self.c_type(number)

    def unpack(self, frame, cell):
        if self.name == "f16":
            return float(np.uint16(cell.value).view(np.float16))
        return cell.value

    def finish(self, frame, value):
        return value


# ---- What all other types have ----

class ObjectType:
    is_scalar = False
    c_type = VOID

    def __init__(self, types, name, about):
        self.types, self.name, self.context = types, name, types.context
        self.about = about
        operations = about["ops"]
        self.free = self.context.function(operations["free"], ctypes.c_int, VOID, VOID)
        self._unshare = self.context.function(operations["unshare"], ctypes.c_int, VOID, VOID)

    def unshare(self, pointer):
        self.context.check(self._unshare(self.context.pointer, pointer))

    def call_giving(self, name, result, *arguments):
        """Calls a function that gives an object or scalar through its second parameter."""
        out = result.c_type()
        function = self.context.library[name]
        function.restype, function.argtypes = ctypes.c_int, None
        self.context.check(function(self.context.pointer, ctypes.byref(out), *arguments))
        return out

    def parts(self, fields, pointer, frame):
        """The fields of an object, packed out; those that are objects are not finished yet."""
        cells = [self.call_giving(field["project"], self.types[field["type"]], VOID(pointer)) for field in fields]
        return [self.types[field["type"]].unpack(frame, cell) for field, cell in zip(fields, cells)]


class Pending:
    """An object of a result. It is finished when the whole that it is from was freed."""
    __slots__ = ("kind", "pointer")

    def __init__(self, kind, pointer):
        self.kind, self.pointer = kind, pointer


class Parts:
    """The parts of a record of a result; `make` puts them together."""
    __slots__ = ("values", "make")

    def __init__(self, values, make):
        self.values, self.make = values, make


def finish(frame, value):
    """What Python gets."""
    if isinstance(value, Pending):
        return value.kind.finish(frame, value.pointer)
    if isinstance(value, Parts):
        return value.make([finish(frame, part) for part in value.values])
    return value


# ---- Arrays of scalars ----

class ArrayType(ObjectType):
    def __init__(self, types, name, about):
        super().__init__(types, name, about)
        self.element, self.rank = about["elemtype"], about["rank"]
        dtype, self.c_element, _ = SCALARS[self.element]
        self.dtype = np.dtype(dtype)
        operations, function = about["ops"], self.context.function
        dims = [ctypes.c_int64] * self.rank
        self._new = function(operations["new"], VOID, VOID, VOID, *dims)
        self._new_raw = function(operations["new_raw"], VOID, VOID, VOID, *dims)
        self._raw = function(operations["values_raw"], VOID, VOID, VOID)
        self._values = function(operations["values"], ctypes.c_int, VOID, VOID, VOID)
        self._shape = function(operations["shape"], ctypes.POINTER(ctypes.c_int64), VOID, VOID)
        self._index = operations["index"]

    def shape(self, pointer):
        shape = self._shape(self.context.pointer, pointer)
        return tuple(shape[:self.rank])

    # ---- In ----

    def convert(self, value, place):
        """The value as an array of NumPy, or on a device, that fits."""
        array = value if isinstance(value, (np.ndarray, DeviceArray)) else self.from_other(value, place)
        if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
            raise place.type_error(array, "elements of it are masked; x.filled(value) gives them values")
        if array.dtype != self.dtype:
            is_lost = array.dtype.kind == "c"
            name = "bool" if self.dtype == bool else f"numpy.{self.dtype}"
            raise place.type_error(array, "x.real has its real parts" if is_lost else
                                   f"x.astype({name}) converts an array")
        if len(array.shape) != self.rank:
            raise place.type_error(value) if array.shape == () else place.value_error(array)
        return array

    def from_other(self, value, place):
        if isinstance(value, (str, bytes)) or value is None:
            raise place.type_error(value)
        if hasattr(value, "__cuda_array_interface__") or hasattr(value, "__dlpack__"):
            return self.borrow(value, place)
        if isinstance(value, np.generic):
            raise place.type_error(value)
        try:
            array = np.asarray(value)
        except (ValueError, TypeError):
            raise place.value_error(value, "its rows have different lengths") from None
        if array.dtype == object:
            raise place.type_error(value)
        if not hasattr(value, "__array__") and not hasattr(value, "__array_interface__"):
            # Python's numbers are of no type in particular; those of another kind are a mistake.
            is_fit = array.size == 0 or array.dtype.kind == self.dtype.kind or array.dtype.kind in "iu" and \
                self.dtype.kind in "iuf"
            if not is_fit:
                raise place.type_error(value)
            if array.dtype.kind in "iu" and self.dtype.kind in "iu" and array.size:
                about = np.iinfo(self.dtype)
                if int(array.min()) < about.min or int(array.max()) > about.max:
                    raise place.value_error(value, f"elements must be from {about.min} to {about.max}")
            with np.errstate(over="ignore"):
                array = array.astype(self.dtype)
        return array

    def borrow(self, value, place):
        """An array of another package: shared where it is in the right memory, else copied."""
        device = DEVICES.get(self.context.backend)
        try:
            if device is not None and hasattr(value, "__cuda_array_interface__") and self.context.backend == "cuda":
                return self.wrap(borrow_cuda(value), place)
            if device is not None and hasattr(value, "__dlpack_device__") and value.__dlpack_device__()[0] == device:
                return self.wrap(borrow_dlpack(value, device), place)
            return np.from_dlpack(value) if hasattr(value, "__dlpack__") else np.asarray(value)
        except (BufferError, RuntimeError, TypeError) as error:
            raise place.type_error(value, str(error)) from None

    def wrap(self, borrowed, place):
        """An array on the device with memory that stays another package's."""
        if borrowed.dtype != self.dtype or len(borrowed.shape) != self.rank:
            raise place.type_error(np.empty(borrowed.shape, borrowed.dtype) if 0 in borrowed.shape else borrowed.dtype)
        pointer = self._new_raw(self.context.pointer, borrowed.address, *borrowed.shape)
        self.check_new(pointer)
        return DeviceArray(self, Handle(self.context, self.free, pointer), borrowed.shape, borrowed)

    def check_new(self, pointer):
        if not pointer:
            self.context.check(2)

    def pack(self, frame, value, place, unique=False):
        value = self.convert(value, place)
        if isinstance(value, DeviceArray):
            return self.pack_device(frame, value, place, unique)
        by = consumed_by(value)
        if by is not None:
            raise ValueError(f"{place.function}: argument {place.name}: the array was consumed by {by}, and cannot be "
                             "used any more; give that call a copy if it is still needed")
        array = value if value.flags.c_contiguous else np.ascontiguousarray(value)
        if self.context.is_device:
            pointer = self._new(self.context.pointer, array.__array_interface__["data"][0], *array.shape)
            if unique:
                frame.shared.append(value)
        else:
            if unique:
                array = self.own(frame, value, array)
            address = array.__array_interface__["data"][0]
            frame.kept.append(array)
            pointer = self._new_raw(self.context.pointer, address, *array.shape)
        self.check_new(pointer)
        return VOID(frame.later(self.free, pointer))

    def own(self, frame, value, array):
        """Memory that the program may write: the array's own if no other array has it, or a copy."""
        frame.shared.append(value)
        base = value.base
        is_alone = base is None or isinstance(base, Memory) or \
            isinstance(base, np.ndarray) and consumed_by(base) is not None
        is_seen = any(other is not value and isinstance(other, np.ndarray) and np.may_share_memory(other, value)
                      for other in frame.given)
        if array is value and is_alone and not is_seen and value.flags.writeable:
            frame.consumed[value.__array_interface__["data"][0]] = value
            return value
        return array if array is not value and array.base is None else array.copy()

    def pack_device(self, frame, value, place, unique):
        try:
            handle = value.handle()
        except ValueError as error:
            raise ValueError(f"{place.function}: argument {place.name}: {error}") from None
        if unique:
            frame.shared.append(value)
        frame.kept.append((value, handle))
        if value._type.context is self.context:
            if value._owner is not None and unique:
                self.unshare(handle.pointer)
            elif value._owner is not None:
                frame.has_foreign = True
            return VOID(handle.pointer)
        if self.context.backend == "cuda" and value.device == "cuda" and not unique:
            # Libraries for CUDA share the device's memory.
            frame.has_foreign = True
            pointer = self._new_raw(self.context.pointer, value._type.raw(handle.pointer), *value.shape)
        else:
            array = value.numpy()
            frame.kept.append(array)
            new = self._new if self.context.is_device or unique else self._new_raw
            pointer = new(self.context.pointer, array.__array_interface__["data"][0], *array.shape)
        self.check_new(pointer)
        return VOID(frame.later(self.free, pointer))

    # ---- Out ----

    def unpack(self, frame, cell):
        return Pending(self, cell.value)

    def finish(self, frame, pointer):
        shape = self.shape(pointer)
        if self.context.is_device:
            if frame is not None and frame.has_foreign:
                self.unshare(pointer)
            return DeviceArray(self, Handle(self.context, self.free, pointer), shape)
        updated = frame.consumed.pop(self.raw(pointer), None) if frame is not None else None
        if updated is not None and updated.dtype == self.dtype and \
                int(np.prod(shape, dtype=np.int64)) == updated.size:
            # The result is in the memory of the argument that was consumed.
            self.free(self.context.pointer, pointer)
            return updated.view().reshape(shape)
        self.unshare(pointer)
        handle = Handle(self.context, self.free, pointer)
        return np.asarray(Memory(handle, self.raw(pointer), shape, self.dtype))

    def raw(self, pointer):
        return self._raw(self.context.pointer, pointer)

    # ---- For arrays on a device ----

    def locked(self, function, *arguments):
        context = self.context
        context.take()
        try:
            return function(*arguments)
        finally:
            context.unlock()

    def own_now(self, handle):
        self.unshare(handle.pointer)
        return self.raw(handle.pointer)

    def lend(self, handle):
        return self.locked(self.own_now, handle)

    def values(self, handle, shape):
        array = np.empty(shape, self.dtype)

        def read():
            self.context.check(self._values(self.context.pointer, handle.pointer,
                                            array.__array_interface__["data"][0]))
            return array
        return self.locked(read)

    def index(self, handle, where):
        scalar = self.types[self.element]

        def read():
            numbers = [ctypes.c_int64(i) for i in where]
            return self.call_giving(self._index, scalar, VOID(handle.pointer), *numbers)
        return scalar.unpack(None, self.locked(read))


# ---- Records and tuples ----

class RecordType(ObjectType):
    def __init__(self, types, name, about):
        super().__init__(types, name, about)
        self.fields = about["record"]["fields"]
        self._new = about["record"]["new"]
        names = [field["name"] for field in self.fields]
        self.is_tuple = names == [str(i) for i in range(len(names))]
        self.python = tuple if self.is_tuple else collections.namedtuple(
            name if name.isidentifier() else "record", [identifier(n, "field") for n in names], rename=True)

    def values_of(self, value, place):
        """The parts of a value in the order of the fields."""
        if self.is_tuple:
            if isinstance(value, (str, bytes, np.ndarray)) or not isinstance(value, Sequence):
                raise place.type_error(value)
            if len(value) != len(self.fields):
                raise place.value_error(value, f"it must have {len(self.fields)} parts")
            return list(value)
        names = [field["name"] for field in self.fields]
        if isinstance(value, Mapping):
            unknown = [key for key in value if key not in names]
            missing = [name for name in names if name not in value]
            if unknown or missing:
                what = f"it lacks {missing[0]}" if missing else f"there is no field {unknown[0]}"
                raise place.value_error(value, what)
            return [value[name] for name in names]
        if isinstance(value, np.void) and value.dtype.names:
            return self.values_of({name: value[name] for name in value.dtype.names}, place)
        fields = getattr(self.python, "_fields", names)
        if type(value) in (tuple, list) or not all(hasattr(value, field) for field in fields):
            raise place.type_error(value, "a record is a dictionary, a named tuple or an object with its fields: "
                                   + ", ".join(names))
        return [getattr(value, field) for field in fields]

    def pack_fields(self, frame, value, place):
        return [self.types[field["type"]].pack(frame, part, place.part(f".{field['name']}", field["type"]))
                for field, part in zip(self.fields, self.values_of(value, place))]

    def pack(self, frame, value, place, unique=False):
        if isinstance(value, Opaque):
            return value._pack(self, frame, place, unique)
        out = self.call_giving(self._new, self, *self.pack_fields(frame, value, place))
        return VOID(frame.later(self.free, out.value))

    def make(self, values):
        return tuple(values) if self.is_tuple else self.python(*values)

    def unpack(self, frame, cell):
        parts = Parts(self.parts(self.fields, cell.value, frame), self.make)
        self.free(self.context.pointer, cell.value)
        return parts


class RecordArrayType(RecordType):
    """An array of records is, for Python, a record of arrays."""

    def __init__(self, types, name, about):
        array = about["record_array"]
        self.rank = array["rank"]
        self._shape = types.context.function(array["shape"], ctypes.POINTER(ctypes.c_int64), VOID, VOID)
        about = dict(about, record={"fields": about["record_array"]["fields"], "new": about["record_array"]["zip"]})
        super().__init__(types, name, about)

    def values_of(self, value, place):
        names = [field["name"] for field in self.fields]
        if isinstance(value, np.ndarray) and value.dtype.names:
            return super().values_of({name: value[name] for name in value.dtype.names}, place)
        if isinstance(value, list):
            element = self.types[self.about["record_array"]["elemtype"]]
            rows = [element.values_of(row, place.part(f"[{i}]", element.name)) for i, row in enumerate(value)]
            columns = [list(column) for column in zip(*rows)] or [[] for _ in names]
            return columns
        return super().values_of(value, place)

    def shape(self, pointer):
        return tuple(self._shape(self.context.pointer, pointer)[:self.rank])

    def pack_fields(self, frame, value, place):
        values = self.values_of(value, place)
        packed, first = [], None
        for field, part in zip(self.fields, values):
            kind, at = self.types[field["type"]], place.part(f".{field['name']}", field["type"])
            packed.append(kind.pack(frame, part, at))
            shape = kind.shape(packed[-1].value)[:self.rank] if hasattr(kind, "shape") else None
            if first is not None and shape not in (None, first):
                raise at.value_error(part, f"{place.name}.{self.fields[0]['name']} has shape {first}")
            first = first or shape
        return packed


# ---- Everything else is opaque ----

class Opaque:
    """A value whose structure Python does not see; it can be given to the functions of its module."""

    def __init__(self, kind, handle):
        self._kind, self._handle, self._consumed = kind, handle, None

    @property
    def type(self):
        """The name of its type."""
        return self._kind.name

    def __repr__(self):
        state = f" consumed by {self._consumed}" if self._consumed else ""
        return f"<ravel.{type(self).__name__} {self.type}{state}>"

    def __bytes__(self):
        """The value as bytes, which `restore` of a module reads."""
        return self._kind.store(self.handle())

    def handle(self):
        if self._handle is None:
            raise ValueError(f"the value was consumed by {self._consumed}, and cannot be used any more")
        return self._handle

    def consume(self, by):
        self._handle, self._consumed = None, by

    def _pack(self, kind, frame, place, unique):
        try:
            handle = self.handle()
        except ValueError as error:
            raise ValueError(f"{place.function}: argument {place.name}: {error}") from None
        if self._kind.name != kind.name:
            raise place.type_error(self)
        if self._kind.context is not kind.context:
            raise place.value_error(self, "it belongs to another module, or to a call that was interrupted")
        frame.kept.append(handle)
        if unique:
            frame.shared.append(self)
        return VOID(handle.pointer)

    # ---- Sums ----

    @property
    def variant(self):
        """The name of its variant, if it is of a sum type."""
        return self._kind.variant(self.handle())["name"]

    @property
    def payload(self):
        """What the variant carries, as a tuple."""
        return self._kind.payload(self.handle())


class OpaqueArray(Opaque):
    """An array of opaque values."""

    @property
    def shape(self):
        return self._kind.shape(self.handle().pointer)

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, key):
        where = list(key if isinstance(key, tuple) else (key,))
        shape = self.shape
        if len(shape) == 1 and isinstance(key, slice):
            return [self[i] for i in range(*key.indices(shape[0]))]
        if len(where) != len(shape):
            raise IndexError(f"{self.type} has {len(shape)} dimensions")
        for d, (i, n) in enumerate(zip(where, shape)):
            where[d] = operator.index(i) + (n if i < 0 else 0)
            if not 0 <= where[d] < n:
                raise IndexError(f"index {i} is out of bounds for length {n}")
        return self._kind.element_at(self.handle(), where)


class OpaqueType(ObjectType):
    python = Opaque

    def __init__(self, types, name, about):
        super().__init__(types, name, about)
        self.sum = about.get("sum")
        operations, function = about["ops"], self.context.function
        self._store = function(operations["store"], ctypes.c_int, VOID, VOID, ctypes.POINTER(VOID),
                               ctypes.POINTER(ctypes.c_size_t))
        self._restore = function(operations["restore"], VOID, VOID, VOID)
        for number, variant in enumerate(self.sum["variants"] if self.sum else []):
            setattr(self, identifier(variant["name"], f"variant_{number}"), self.constructor(variant))

    def __repr__(self):
        return f"<ravel type {self.name}>"

    def constructor(self, variant):
        """The function that makes a value of a variant."""
        def construct(*payload):
            kinds = [self.types[name] for name in variant["payload"]]
            what = f"#{variant['name']}"
            if len(payload) != len(kinds):
                raise TypeError(f"{what} takes {len(kinds)} arguments, not {len(payload)}")
            frame = Frame(self.context)

            def make():
                packed = [kind.pack(frame, part, Place(what, str(i), kind.name))
                          for i, (kind, part) in enumerate(zip(kinds, payload))]
                return self.finish(frame, self.call_giving(variant["construct"], self, *packed).value)
            return self.locked(frame, make)
        construct.__name__ = variant["name"]
        construct.__doc__ = f"#{variant['name']} {' '.join(variant['payload'])} : {self.name}"
        return construct

    def locked(self, frame, function):
        self.context.take()
        try:
            return function()
        finally:
            if frame is not None:
                frame.end()
            self.context.unlock()

    def pack(self, frame, value, place, unique=False):
        if not isinstance(value, Opaque):
            raise place.type_error(value)
        return value._pack(self, frame, place, unique)

    def unpack(self, frame, cell):
        return Pending(self, cell.value)

    def finish(self, frame, pointer):
        self.unshare(pointer)
        return self.python(self, Handle(self.context, self.free, pointer))

    def store(self, handle):
        def read():
            data, size = VOID(), ctypes.c_size_t()
            self.context.check(self._store(self.context.pointer, handle.pointer, ctypes.byref(data),
                                           ctypes.byref(size)))
            try:
                return ctypes.string_at(data.value, size.value)
            finally:
                LIBC.free(data)
        return self.locked(None, read)

    def restore(self, data):
        """The value that was stored as these bytes."""
        data = bytes(data)
        if len(data) < 24 or int.from_bytes(data[8:16], "little") != len(data):
            raise ValueError(f"the bytes are not those of a stored value of type {self.name}")

        def read():
            pointer = self._restore(self.context.pointer, data)
            if not pointer:
                raise ValueError(self.context.take_error() or "the value cannot be restored")
            return self.finish(None, pointer)
        return self.locked(None, read)

    def variant(self, handle):
        if self.sum is None:
            raise TypeError(f"{self.name} is not a sum type")
        function = self.context.function(self.sum["variant"], ctypes.c_int, VOID, VOID)
        number = self.locked(None, lambda: function(self.context.pointer, handle.pointer))
        if number < 0:
            raise ValueError(f"the value is none of type {self.name}")
        return self.sum["variants"][number]

    def payload(self, handle):
        variant = self.variant(handle)
        kinds = [self.types[name] for name in variant["payload"]]
        frame = Frame(self.context)

        def read():
            cells = [kind.c_type() for kind in kinds]
            function = self.context.library[variant["destruct"]]
            function.restype, function.argtypes = ctypes.c_int, None
            self.context.check(function(self.context.pointer, *map(ctypes.byref, cells), VOID(handle.pointer)))
            values = [kind.unpack(frame, cell) for kind, cell in zip(kinds, cells)]
            return tuple(finish(frame, value) for value in values)
        return self.locked(frame, read)


class OpaqueArrayType(OpaqueType):
    python = OpaqueArray

    def __init__(self, types, name, about):
        super().__init__(types, name, about)
        self.array = about["opaque_array"]
        self._shape = self.context.function(self.array["shape"], ctypes.POINTER(ctypes.c_int64), VOID, VOID)

    def shape(self, pointer):
        return tuple(self._shape(self.context.pointer, pointer)[:self.array["rank"]])

    def element_at(self, handle, where):
        element = self.types[self.array["elemtype"]]
        frame = Frame(self.context)

        def read():
            numbers = [ctypes.c_int64(i) for i in where]
            cell = self.call_giving(self.array["index"], element, VOID(handle.pointer), *numbers)
            return finish(frame, element.unpack(frame, cell))
        return self.locked(frame, read)

    def pack(self, frame, value, place, unique=False):
        if not isinstance(value, list):
            return super().pack(frame, value, place, unique)
        if self.array["rank"] != 1:
            raise place.type_error(value)
        element = self.types[self.array["elemtype"]]
        packed = [element.pack(frame, part, place.part(f"[{i}]", element.name)) for i, part in enumerate(value)]
        elements = (VOID * max(1, len(packed)))(*[part.value for part in packed])
        out = self.call_giving(self.array["new"], self, elements, ctypes.c_int64(len(packed)))
        return VOID(frame.later(self.free, out.value))


class Types(dict):
    """The types of a library by their names in the program; those that can be named in Python, as attributes."""

    def __init__(self, context):
        super().__init__()
        self.context = context
        for name in SCALARS:
            self[name] = ScalarType(name)
        for name, about in context.manifest["types"].items():
            kind = (ArrayType if about["kind"] == "array" else RecordType if "record" in about else
                    RecordArrayType if "record_array" in about else
                    OpaqueArrayType if "opaque_array" in about else OpaqueType)
            self[name] = kind(self, name, about)

    def __getattr__(self, name):
        for full in self:
            if identifier(full, "") == name:
                return self[full]
        raise AttributeError(f"the program has no type {name}")
