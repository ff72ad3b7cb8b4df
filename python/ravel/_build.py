"""Runs the compiler, which keeps what it has compiled in its cache."""
import ctypes
import json
import os
import shutil
import subprocess
import tempfile
import warnings

from ._errors import CompileError, Sources

TARGETS = ("auto", "c", "multicore", "opencl", "cuda")
STDIN = "<stdin>"  # how the compiler and its programs call a text
TEXT = "<string>"


class CompileWarning(UserWarning):
    """What the compiler warns of."""


def compiler():
    """The path of the compiler: $RAVEL, `ravel` on the path, or the one that was built beside this package."""
    named = os.environ.get("RAVEL")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "ravel")
    for candidate in [named] if named else ["ravel", beside]:
        found = shutil.which(candidate)
        if found:
            return os.path.abspath(found)
    raise CompileError(f"there is no compiler {named}, which $RAVEL names" if named else
                       "the compiler ravel is not on the path; build it by `make`, or set $RAVEL to where it is")


def is_source(program):
    """Is it the text of a program, and not a path?"""
    if not isinstance(program, (str, bytes, os.PathLike)):
        raise TypeError("a program is the path of a file, or a text with a line break or a blank in it; given "
                        + type(program).__name__)
    if program in ("", b""):
        raise ValueError("the program is empty: give the path of a file, or the text of a program")
    return isinstance(program, str) and ("\n" in program or (" " in program and not os.path.exists(program)))


def run(command, called=TEXT, **options):
    """Runs the compiler; what it says is an exception or a warning, in which a text has a name."""
    try:
        done = subprocess.run([compiler()] + command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    except OSError as error:
        raise CompileError(f"the compiler cannot be run: {error}") from None
    said = done.stderr.decode("utf-8", "replace").strip().replace(STDIN, called)
    if done.returncode != 0:
        raise CompileError(said or f"the compiler ended with exit code {done.returncode}")
    if said:
        warnings.warn(said, CompileWarning, stacklevel=5)
    return done.stdout.decode("utf-8", "replace")


def language_of(program, language):
    """Whether the program is a text, and the language option."""
    is_text = is_source(program)
    if is_text and language is None:
        language = "futhark"
    return is_text, [] if language is None else [f"--language={language}"]


def build(program, target, language, options, called=TEXT):
    """Compiles a program to a shared library. Gives the library, its manifest, and the sources. Messages call a text
    as they are told."""
    if target not in TARGETS:
        raise ValueError(f"target must be one of {', '.join(TARGETS)}, not {target!r}")
    is_text, language_option = language_of(program, language)
    path = "-" if is_text else os.fspath(program)
    if not is_text and not os.path.exists(path):
        raise FileNotFoundError(f"there is no file {path}")
    with tempfile.TemporaryDirectory(prefix="ravel-") as folder:
        output = os.path.join(folder, "program")
        command = ["build", "--shared", "--color=never", f"--target={target}", "-o", output]
        run(command + language_option + list(options) + ["--", path], called,
            input=program.encode() if is_text else b"")
        with open(output + ".json", encoding="utf-8") as file:
            manifest = json.load(file)
        # The loader maps it, so the file may go.
        library = ctypes.CDLL(os.path.join(folder, "libprogram.so"))
    return library, manifest, Sources(STDIN, program, called) if is_text else Sources()
