"""Cell magics: %%futhark, %%nesl, %%apl and %%fcl compile a cell, and its entry points become functions of the notebook.

    %%futhark [--target=NAME] [--name=MODULE]

NESL and APL cells also show the values of their top-level forms, and FCL cells what their `main` prints.
"""
import os
import shlex
import sys
import tempfile

from ._build import TARGETS, run
from ._errors import CompileError, Error
from ._module import Module
from ._types import identifier

CELL = "<cell>"
LANGUAGES = ("futhark", "nesl", "apl", "fcl")
NO_ENTRY = "error[E0011]"


def arguments(line):
    """The options of a magic's line."""
    found = {}
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise CompileError(f"the options of the cell, {line}, cannot be read: {error}") from None
    for word in words:
        name, equals, value = word[2:].partition("=")
        if not word.startswith("--") or name not in ("target", "name") or not equals:
            raise CompileError(f"{word} is no option of a cell; there are --target=NAME and --name=MODULE")
        found[name] = value
    if found.get("target", "auto") not in TARGETS:
        raise CompileError(f"--target must be one of {', '.join(TARGETS)}, not {found['target']}")
    if not found.get("name", "m").isidentifier():
        raise CompileError(f"--name must be a name that Python allows, not {found['name']!r}")
    return found


def cell(shell, language, line, text):
    options = arguments(line)
    text = text if text.endswith("\n") else text + "\n"
    target = options.get("target", "auto")
    is_shown = language in ("nesl", "apl") and show(language, text)
    try:
        module = Module.compiled(text, target, language, called=CELL)
    except CompileError as error:
        if is_shown and NO_ENTRY in str(error):
            return
        raise
    main = module.entries.get("main")
    if language == "fcl" and main and not main.__signature__.parameters:
        show(language, text)
    if "name" in options:
        shell.user_ns[options["name"]] = module
    else:
        shell.user_ns.update({identifier(name, "entry"): function for name, function in module.entries.items()})


def show(language, text):
    """Evaluates the top-level forms, and prints what they give; whether there was something."""
    with tempfile.TemporaryDirectory(prefix="ravel-") as folder:
        path = os.path.join(folder, f"cell.{language}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        layout = ["--print=apl"] if language == "apl" else []
        try:
            printed = run(["run", "--color=never", *layout, path], input=b"")
        except CompileError as error:
            raise CompileError(str(error).replace(path, CELL)) from None
    print(printed, end="")
    return printed != ""


def register(shell):
    def make(language):
        def magic(line, text):
            try:
                cell(shell, language, line, text)
            except Error as error:
                # The compiler's message says it all; a traceback of this package would hide it.
                print(error, file=sys.stderr)
        magic.__doc__ = f"Compiles a cell of {language}; its entry points become functions of the notebook."
        return magic
    for language in LANGUAGES:
        shell.register_magic_function(make(language), "cell", language)
