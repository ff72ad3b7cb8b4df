"""Arrays in the memory of a program or of a device, and the protocols by which other packages share them."""
import ctypes
import sys

import numpy as np

# The scalar types of programs: NumPy's and C's, and how DLPack calls them.
INT, UINT, FLOAT, BOOL = 0, 1, 2, 6
SCALARS = {
    "i8": (np.int8, ctypes.c_int8, INT), "i16": (np.int16, ctypes.c_int16, INT),
    "i32": (np.int32, ctypes.c_int32, INT), "i64": (np.int64, ctypes.c_int64, INT),
    "u8": (np.uint8, ctypes.c_uint8, UINT), "u16": (np.uint16, ctypes.c_uint16, UINT),
    "u32": (np.uint32, ctypes.c_uint32, UINT), "u64": (np.uint64, ctypes.c_uint64, UINT),
    "f16": (np.float16, ctypes.c_uint16, FLOAT), "f32": (np.float32, ctypes.c_float, FLOAT),
    "f64": (np.float64, ctypes.c_double, FLOAT), "bool": (np.bool_, ctypes.c_bool, BOOL),
}
CPU_DEVICE, CUDA_DEVICE, OPENCL_DEVICE = 1, 2, 4
DEVICES = {"opencl": OPENCL_DEVICE, "cuda": CUDA_DEVICE}


class Memory:
    """An array of a program on the CPU, as NumPy sees it: the memory is freed with the last view of it."""
    __slots__ = ("handle", "__array_interface__")

    def __init__(self, handle, address, shape, dtype):
        self.handle = handle
        self.__array_interface__ = {"data": (address, False), "shape": shape, "typestr": dtype.str, "version": 3}


class DeviceArray:
    """An array in the memory of a device, where it stays between calls.

    `numpy()` copies it to the host, and so does everything in NumPy that takes arrays. Packages that know DLPack
    or __cuda_array_interface__ share its memory.
    """

    def __init__(self, array_type, handle, shape, owner=None):
        self._type, self._handle, self._owner = array_type, handle, owner
        self._consumed = None
        self.shape = shape

    # ---- What it is ----

    @property
    def dtype(self):
        return self._type.dtype

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        size = 1
        for dim in self.shape:
            size *= dim
        return size

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    @property
    def device(self):
        """Where it is: opencl or cuda."""
        return self._type.context.backend

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __repr__(self):
        state = f" consumed by {self._consumed}" if self._consumed else ""
        return f"<ravel.DeviceArray of {self.dtype} with shape {self.shape} on {self.device}{state}>"

    def handle(self):
        """What owns it. Fails when it was consumed."""
        if self._handle is None:
            raise ValueError(f"the array was consumed by {self._consumed}, and cannot be used any more")
        return self._handle

    def consume(self, by):
        self._handle, self._owner, self._consumed = None, None, by

    # ---- To the host ----

    def numpy(self):
        """A copy in the memory of the host."""
        return self._type.values(self.handle(), self.shape)

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("an array on a device can be seen by NumPy only as a copy")
        array = self.numpy()
        return array if dtype is None else array.astype(dtype, copy=False)

    def __getitem__(self, key):
        numbers = key if isinstance(key, tuple) else (key,)
        if len(numbers) == self.ndim and all(isinstance(k, (int, np.integer)) for k in numbers):
            where = [int(k) + (n if k < 0 else 0) for k, n in zip(numbers, self.shape)]
            for k, i, n in zip(numbers, where, self.shape):
                if not 0 <= i < n:
                    raise IndexError(f"index {k} is out of bounds for length {n}")
            return self._type.index(self.handle(), where)
        return self.numpy()[key]

    def __iter__(self):
        return iter(self.numpy())

    # ---- To other packages ----

    @property
    def __cuda_array_interface__(self):
        if self.device != "cuda":
            raise AttributeError("__cuda_array_interface__")
        # What an entry point computes is there when it returns, so there is no stream to wait for.
        return {"shape": self.shape, "typestr": self.dtype.str, "version": 3, "strides": None, "stream": None,
                "data": (self._type.lend(self.handle()), False)}

    def __dlpack_device__(self):
        return DEVICES[self.device], 0

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError("the array is on another device")
        if copy:
            raise BufferError("a copy is not made: numpy() makes one on the host")
        return export(self, self._type.lend(self.handle()))


# ---- DLPack, whose structures C programs exchange in capsules ----

class Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("number", ctypes.c_int32)]


class DataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", Device), ("ndim", ctypes.c_int32), ("dtype", DataType),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class ManagedTensor(ctypes.Structure):
    pass


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(ManagedTensor))
ManagedTensor._fields_ = [("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", DELETER)]

NAME, USED_NAME = b"dltensor", b"used_dltensor"


def python_function(name, result, *arguments):
    # A handle of our own: others may say otherwise what these functions take.
    function = ctypes.PyDLL(None)[name]
    function.restype, function.argtypes = result, arguments
    return function


capsule_new = python_function("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
capsule_is = python_function("PyCapsule_IsValid", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
capsule_pointer = python_function("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
capsule_rename = python_function("PyCapsule_SetName", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)

# What is lent, by the address of its ManagedTensor: the structures, the owner of the memory, the capsule.
LENT = {}


@DELETER
def give_back(managed):
    LENT.pop(ctypes.addressof(managed.contents), None)


def drop_refused():
    """Forgets what nobody took and nobody can take any more. A destructor of the capsule would be called while the
    error of the package that refused it is on its way."""
    for place, lent in list(LENT.items()):
        if sys.getrefcount(lent[-1]) == 2 and capsule_is(id(lent[-1]), NAME):
            del LENT[place]


def export(array, address):
    shape = (ctypes.c_int64 * max(1, array.ndim))(*array.shape)
    code = SCALARS[array._type.element][2]
    tensor = Tensor(data=address, device=Device(*array.__dlpack_device__()), ndim=array.ndim,
                    dtype=DataType(code, array.dtype.itemsize * 8, 1), shape=shape, strides=None, byte_offset=0)
    managed = ManagedTensor(tensor=tensor, manager=None, deleter=give_back)
    place = ctypes.addressof(managed)
    drop_refused()
    capsule = capsule_new(place, NAME, None)
    LENT[place] = managed, shape, array.handle(), capsule
    return capsule


class Borrowed:
    """Memory of another package, by DLPack or __cuda_array_interface__; kept for as long as this object."""

    def __init__(self, address, shape, dtype, owner=None, managed=None):
        self.address, self.shape, self.dtype = address, shape, dtype
        self._owner, self._managed = owner, managed

    def __del__(self):
        if self._managed is not None and self._managed.contents.deleter:
            self._managed.contents.deleter(self._managed)


def is_row_major(shape, strides):
    expected = 1
    for dim, stride in zip(reversed(shape), reversed(strides)):
        if dim != 1 and stride != expected:
            return 0 in shape
        expected *= dim
    return True


def borrow_dlpack(value, device):
    """The memory of an object with __dlpack__ that is on the device."""
    capsule = value.__dlpack__()
    place = capsule_pointer(id(capsule), NAME)
    managed = ctypes.cast(place, ctypes.POINTER(ManagedTensor))
    tensor = managed.contents.tensor
    if tensor.device.type != device:
        raise BufferError(f"the array is on a device of DLPack's kind {tensor.device.type}, not {device}")
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = [tensor.strides[i] for i in range(tensor.ndim)] if tensor.strides else None
    if strides is not None and not is_row_major(shape, strides):
        raise BufferError("the elements are not in row-major order")
    dtype = next((np.dtype(known) for known, _, code in SCALARS.values()
                  if (code, np.dtype(known).itemsize * 8, 1) ==
                  (tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes)), None)
    if dtype is None:
        raise BufferError("the elements are of a type that programs do not have")
    if device == OPENCL_DEVICE and tensor.byte_offset != 0:
        raise BufferError("the array does not begin where its buffer does")
    capsule_rename(id(capsule), USED_NAME)
    return Borrowed((tensor.data or 0) + tensor.byte_offset, shape, dtype, managed=managed)


def borrow_cuda(value):
    """The memory of an object with __cuda_array_interface__."""
    about = value.__cuda_array_interface__
    shape, dtype = tuple(about["shape"]), np.dtype(about["typestr"])
    strides = about.get("strides")
    if strides is not None and not is_row_major(shape, [s // dtype.itemsize for s in strides]):
        raise BufferError("the elements are not in row-major order")
    if about.get("mask") is not None:
        raise BufferError("the array has a mask")
    return Borrowed(about["data"][0], shape, dtype, owner=value)


def from_dlpack(value):
    """A NumPy array that shares the memory of an array of another package on the CPU."""
    return np.from_dlpack(value)
