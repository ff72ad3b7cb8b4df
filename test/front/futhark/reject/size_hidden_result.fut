-- A part of a parameter has no name for callers.
-- ==
-- error: E1308
def f (n: i64, m: i64): [n]i64 = iota n
def main = f (1, 2)
