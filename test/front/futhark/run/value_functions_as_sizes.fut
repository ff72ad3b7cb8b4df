-- Arguments of functions as sizes, through several calls.
-- ==
-- entry: main
-- input { 2i64 } output { [[0i64, 1, 2, 3], [0, 1, 2, 3]] }
def square (n: i64): i64 = n * n
def row (n: i64): [square n]i64 = iota (square n)
def grid (n: i64): [n][square n]i64 = map (\_ -> row n) (iota n)
def main (n: i64): [][]i64 = grid n
