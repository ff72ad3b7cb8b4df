-- A loop with a record in a map of maps.
-- ==
-- entry: main
-- input { 3i64 5 } output { [[0, 1, 0], [5, 5, 1], [0, 1, 0]] }
type complex = {re: f64, im: f64}
def add (a: complex) (b: complex): complex = {re = a.re + b.re, im = a.im + b.im}
def square (a: complex): complex = {re = a.re * a.re - a.im * a.im, im = 2 * a.re * a.im}
def inside (a: complex): bool = a.re * a.re + a.im * a.im <= 4
def escape (limit: i32) (c: complex): i32 =
  let (_, i) = loop (z, i) = (c, 0) while i < limit && inside z do (add (square z) c, i + 1)
  in i
def main (n: i64) (limit: i32): [n][n]i32 =
  tabulate_2d n n (\y x -> escape limit {re = f64.i64 (x - 1) * 2, im = f64.i64 (y - 1) * 2})
