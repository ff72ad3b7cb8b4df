-- A parameter of function type whose result has the size of its argument.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 2] [0i64, 1, 2, 3] }
def both (f: (k: i64) -> [k]i64) (n: i64): ([n]i64, [n + 1]i64) = (f n, f (n + 1))
def main (n: i64): ([]i64, []i64) = both (\k -> iota k) n
