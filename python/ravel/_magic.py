"""Cell magics: %%futhark, %%nesl and %%apl compile a cell, and its entry points become functions of the notebook.

    %%futhark [--target=NAME] [--name=MODULE]

NESL and APL cells also show the values of their top-level forms.
"""
import shlex

from ._build import run
from ._errors import CompileError, Error
from ._module import compile


def arguments(line, known):
    """The options of a magic's line."""
    found = {}
    for word in shlex.split(line):
        name, equals, value = word.lstrip("-").partition("=")
        if not word.startswith("--") or name not in known or not equals:
            raise CompileError(f"{word} is no option of a cell; there are " + ", ".join(f"--{k}=..." for k in known))
        found[name] = value
    return found


def cell(shell, language, line, text):
    options = arguments(line, ("target", "name"))
    text = text if text.endswith("\n") else text + "\n"
    target = options.get("target", "auto")
    if language in ("nesl", "apl"):
        show(language, text)
    try:
        module = compile(text, target=target, language=language)
    except CompileError as error:
        if language != "futhark" and "no entry points" in str(error):
            return
        raise
    if "name" in options:
        shell.user_ns[options["name"]] = module
    else:
        shell.user_ns.update({name: getattr(module, name) for name in vars(module)
                              if getattr(module, name) in module.entries.values()})


def show(language, text):
    """Evaluates the top-level forms, and prints what they give."""
    import os
    import tempfile
    with tempfile.TemporaryDirectory(prefix="ravel-") as folder:
        path = os.path.join(folder, f"cell.{language}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        layout = ["--print=apl"] if language == "apl" else []
        printed = run(["run", "--color=never", *layout, path], input=b"")
    print(printed, end="")


def register(shell):
    def make(language):
        def magic(line, text):
            try:
                cell(shell, language, line, text)
            except Error as error:
                # The compiler's message says it all; a traceback of this package would hide it.
                import sys
                print(error, file=sys.stderr)
        magic.__doc__ = f"Compiles a cell of {language}; its entry points become functions of the notebook."
        return magic
    for language in ("futhark", "nesl", "apl"):
        shell.register_magic_function(make(language), "cell", language)
