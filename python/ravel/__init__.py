"""Data-parallel programs, compiled for all cores or a GPU, as functions for NumPy arrays.

    import numpy, ravel
    m = ravel.compile("stats.fut")
    m.mean(numpy.arange(10.0))

`compile` takes a file or a source text. The entry points of the program are functions of the object
that it gives, with signatures and docstrings: `help(m.mean)`. doc/python.md has the details.
"""
from ._arrays import DeviceArray, from_dlpack
from ._build import CompileWarning, compiler
from ._errors import CompileError, Error, OutOfMemoryError, RunError
from ._module import Function, Module, compile
from ._types import Opaque, OpaqueArray

__version__ = "0.1.0"
__all__ = ["CompileError", "CompileWarning", "DeviceArray", "Error", "Function", "Module", "Opaque", "OpaqueArray",
           "OutOfMemoryError", "RunError", "compile", "compiler", "from_dlpack"]


def load_ipython_extension(shell):
    """`%load_ext ravel`: the cell magics %%futhark, %%nesl, %%apl and %%fcl."""
    from ._magic import register
    register(shell)
