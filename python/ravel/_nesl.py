"""Values of NESL: what a program exchanges are flat arrays, of which nested sequences and tuples are made here.

A nested sequence is the lengths of its inner sequences and then their elements; a sequence of tuples has arrays for
each component. The attributes of an entry point say how its values are written: `nesl param [[int]]`.
"""
import re

import numpy as np

from ._types import finish

TOKEN = re.compile(r"\s*([A-Za-z_][\w']*|[\[\](),])")
DTYPES = {"int": np.int64, "float": np.float64, "bool": np.bool_, "char": np.uint8}


def parse(text):
    """A type: the name of a scalar, ("sequence", T) or ("tuple", [T, ...]). None for what Python cannot show."""
    tokens = TOKEN.findall(text)

    def read():
        token = tokens.pop(0)
        if token == "[":
            element = read()
            tokens.pop(0)
            return None if element is None else ("sequence", element)
        if token == "(":
            return read_parts()
        if tokens and tokens[0] == "(":  # a datatype
            tokens.pop(0)
            return read_parts()
        return token if token in DTYPES else None

    def read_parts():
        parts = [read()]
        while tokens.pop(0) == ",":
            parts.append(read())
        return None if None in parts else ("tuple", parts)
    return read()


def is_flat(kind):
    """Is it a scalar or an array of scalars, which NumPy has?"""
    return isinstance(kind, str) or (kind[0] == "sequence" and isinstance(kind[1], str))


def leaf_count(kind):
    if isinstance(kind, str):
        return 1
    if kind[0] == "tuple":
        return sum(map(leaf_count, kind[1]))
    element = kind[1]
    return leaf_count(element) + (1 if not isinstance(element, str) and element[0] == "sequence" else 0)


# ---- In ----

def columns(kind, values, place):
    """The arrays that a list of values of the type becomes."""
    if isinstance(kind, str):
        return [scalars(kind, values, place)]
    if kind[0] == "tuple":
        for value in values:
            if not isinstance(value, (tuple, list)) or len(value) != len(kind[1]):
                raise place.type_error(value, f"it must be a tuple of {len(kind[1])}")
        parts = [[value[i] for value in values] for i in range(len(kind[1]))]
        return [column for part, column_kind in zip(parts, kind[1]) for column in columns(column_kind, part, place)]
    inner = [elements(kind, value, place) for value in values]
    lengths = np.array([len(value) for value in inner], np.int64)
    flat = [part for value in inner for part in value]
    return [lengths] + columns(kind[1], flat, place)


def elements(kind, value, place):
    """The elements of a sequence as a list; a text is one of characters."""
    if isinstance(value, str) and kind[1] == "char":
        return list(value.encode())
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__"):
        raise place.type_error(value)
    return list(value)


def scalars(kind, values, place):
    for value in values:
        is_bool = isinstance(value, (bool, np.bool_))
        is_number = isinstance(value, (int, np.integer)) or kind == "float" and isinstance(value, (float, np.floating))
        if is_bool != (kind == "bool") or not (is_bool or is_number):
            raise place.type_error(value, f"elements must be of type {kind}")
    try:
        return np.array(values, DTYPES[kind])
    except OverflowError:
        raise place.value_error(values, f"it is too large for {kind}") from None


def leaves(kind, value, place):
    """The leaves of one value."""
    if isinstance(kind, str):
        return [value]
    if kind[0] == "tuple":
        if not isinstance(value, (tuple, list)) or len(value) != len(kind[1]):
            raise place.type_error(value, f"it must be a tuple of {len(kind[1])}")
        return [leaf for part, part_kind in zip(value, kind[1]) for leaf in leaves(part_kind, part, place)]
    if isinstance(kind[1], str):
        if isinstance(value, str):
            return [np.array(elements(kind, value, place), np.uint8)]
        return [value]
    return columns(kind[1], elements(kind, value, place), place)


class Param:
    """A parameter of NESL in place of the type that the library has for it."""
    is_scalar = False

    def __init__(self, kind, notation):
        self.kind, self.notation = kind, notation
        self.is_scalar = kind.is_scalar

    def pack(self, frame, value, place, unique=False):
        flat = leaves(self.notation, value, place)
        if len(flat) == 1:
            return self.kind.pack(frame, flat[0], place, unique)
        return self.kind.pack(frame, tuple(flat), place, unique)


# ---- Out ----

def text(array):
    return np.asarray(array).tobytes().decode("utf-8", "replace")


def split(kind, arrays, count):
    """`count` values of the type as a list, from its arrays, which are taken from the front."""
    if isinstance(kind, str):
        return np.asarray(arrays.pop(0)).tolist()
    if kind[0] == "tuple":
        return list(zip(*[split(part, arrays, count) for part in kind[1]])) if kind[1] else [()] * count
    lengths = np.asarray(arrays.pop(0)).tolist()
    total = sum(lengths)
    if isinstance(kind[1], str):
        flat, at, parts = np.asarray(arrays.pop(0)), 0, []
        for length in lengths:
            part = flat[at:at + length]
            parts.append(text(part) if kind[1] == "char" else part)
            at += length
        return parts
    flat, at, parts = split(kind[1], arrays, total), 0, []
    for length in lengths:
        parts.append(flat[at:at + length])
        at += length
    return parts


def show(kind, values):
    """A result, from its leaves, which are taken from the front."""
    if isinstance(kind, str):
        return values.pop(0)
    if kind[0] == "tuple":
        return tuple(show(part, values) for part in kind[1])
    if isinstance(kind[1], str):
        array = values.pop(0)
        return text(array) if kind[1] == "char" else array
    count = len(values[0])
    return split(kind[1], values, count)


def result(notation, value):
    flat = list(value) if leaf_count(notation) > 1 else [value]
    return show(notation, flat)


def adapt(attributes, params, output):
    """The parameters and the maker of results of an entry point; those of other languages stay as they are."""
    notations = [parse(a[len("nesl param "):]) for a in attributes if a.startswith("nesl param ")]
    results = [parse(a[len("nesl result "):]) for a in attributes if a.startswith("nesl result ")]
    if len(notations) == len(params):
        params = [Param(kind, notation) if notation is not None else kind
                  for kind, notation in zip(params, notations)]
    if len(results) == 1 and results[0] is not None:
        return params, lambda frame, value: result(results[0], finish(frame, value))
    return params, finish
