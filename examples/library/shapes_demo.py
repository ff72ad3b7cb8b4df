"""Uses shapes.fut as a shared library by way of ctypes.

    ravel c --library shapes.fut
    cc -std=c11 -O3 -fopenmp-simd -fPIC -shared -o libshapes.so shapes.c -lm -pthread
    python3 shapes_demo.py ./libshapes.so shapes.json

The functions are found through the manifest, so nothing here knows how they are called.
"""
import ctypes
import json
import sys

library = ctypes.CDLL(sys.argv[1])
manifest = json.load(open(sys.argv[2]))
SCALARS = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "f64": ctypes.c_double}


def pointer(name):
    """The function of this name, which gives a pointer."""
    function = library[name]
    function.restype = ctypes.c_void_p
    return function


config = ctypes.c_void_p(pointer("futhark_context_config_new")())
context = ctypes.c_void_p(pointer("futhark_context_new")(config))


def check(error):
    if error != 0:
        message = ctypes.c_char_p(pointer("futhark_context_get_error")(context))
        raise RuntimeError(f"error {error}: {message.value.decode()}")


def c_type(name):
    return SCALARS.get(name, ctypes.c_void_p)


def call(entry, *arguments):
    """Calls an entry point with numbers and pointers."""
    about = manifest["entry_points"][entry]
    out = c_type(about["output"]["type"])()
    inputs = [c_type(i["type"])(a) for i, a in zip(about["inputs"], arguments)]
    check(library[about["cfun"]](context, ctypes.byref(out), *inputs))
    return out.value


def project(type_name, value, field):
    for f in manifest["types"][type_name]["record"]["fields"]:
        if f["name"] == field:
            out = c_type(f["type"])()
            check(library[f["project"]](context, ctypes.byref(out), ctypes.c_void_p(value)))
            return out.value
    raise KeyError(field)


def free(type_name, value):
    check(library[manifest["types"][type_name]["ops"]["free"]](context, ctypes.c_void_p(value)))


corners = call("corners", 4)
polygon = call("polygon", corners)
print(f"a square has area {call('area', polygon):.4f}")
free("[]point", corners)
free("shape", polygon)

numbers = (ctypes.c_double * 3)(3, 1, 2)
operations = manifest["types"]["[]f64"]["ops"]
xs = pointer(operations["new"])(context, numbers, ctypes.c_int64(3))
bounds = call("bounds", xs)
low, high = (project("(f64, f64)", bounds, field) for field in "01")
print(f"from {low} to {high}")
free("(f64, f64)", bounds)
free("[]f64", xs)

library.futhark_context_free(context)
library.futhark_context_config_free(config)
