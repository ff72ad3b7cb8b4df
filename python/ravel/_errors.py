"""What can go wrong beside TypeError and ValueError, with excerpts of the source."""
import re


class Error(Exception):
    """The base of all errors of this package."""


class CompileError(Error):
    """The program is wrong, or cannot be compiled for the target. The text is what the compiler says."""


class RunError(Error, RuntimeError):
    """The program failed while it ran.

    `message` is what it says, `file`, `line` and `column` are where, or None.
    """

    def __init__(self, text, message=None, file=None, line=None, column=None):
        super().__init__(text)
        self.message = text if message is None else message
        self.file, self.line, self.column = file, line, column

    def __reduce__(self):
        return type(self), (str(self), self.message, self.file, self.line, self.column)


class OutOfMemoryError(RunError, MemoryError):
    """The program needs more memory than there is."""


# prog.fut:3:60-71, prog.fut:3:60-4:2 or prog.fut:3:60, and what is said about the place
PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)"
                   r"(?:-(?:(?P<last_line>\d+):)?(?P<last>\d+))?(?:: (?P<message>.*))?$", re.DOTALL)
CALLED = "called from "


class Sources:
    """The texts of a program, for excerpts. A text that is no file may be called otherwise than its program does."""

    def __init__(self, path=None, text=None, called=None):
        self._lines = {}
        self._path, self._called = path, called
        if text is not None:
            self._lines[called] = text.splitlines()

    def named(self, message):
        """The message with the name of the text."""
        return message if self._path is None else message.replace(self._path + ":", self._called + ":")

    def line(self, path, number):
        if path not in self._lines:
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    self._lines[path] = file.read().splitlines()
            except OSError:
                self._lines[path] = []
        lines = self._lines[path]
        return lines[number - 1] if 0 < number <= len(lines) else None

    def excerpt(self, place):
        """The line of a place, with marks below it; nothing when it is not known."""
        number, column = int(place["line"]), int(place["column"])
        text = self.line(place["file"], number)
        if text is None:
            return ""
        last = int(place["last"] or column) if place["last_line"] in (None, place["line"]) else len(text)
        blank = "".join("\t" if c == "\t" else " " for c in text[:column - 1]).ljust(column - 1)
        margin = " " * len(str(number))
        return f"\n{margin} |\n{number} | {text}\n{margin} | {blank}{'^' * max(1, min(last, len(text)) - column + 1)}"


def run_error(message, sources, is_memory):
    """The exception for a message of the run-time system."""
    head, *calls = sources.named(message).split("\n" + CALLED)
    place = PLACE.match(head)
    text = head
    if place and place["message"] is not None:
        text += sources.excerpt(place)
    for call in calls:
        text += "\n" + CALLED + call
        called = PLACE.match(call.split("\n")[0])
        if called:
            text += sources.excerpt(called)
    kind = OutOfMemoryError if is_memory else RunError
    if place and place["message"] is not None:
        return kind(text, place["message"], place["file"], int(place["line"]), int(place["column"]))
    return kind(text, head)
