-- A chain of consuming functions by pipes.
-- ==
-- entry: main
-- input { 4i64 } output { [0i64, 10, 20, 3] }
def set 'a [n] (i: i64) (v: a) (xs: *[n]a): *[n]a = xs with [i] = v
def main (n: i64): []i64 = iota n |> set 1 10 |> set 2 20
