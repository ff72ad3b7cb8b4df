-- Top-level values that depend on one another, with sizes of their own.
-- ==
-- entry: main
-- input { 1i64 } output { 4 [1, 4, 9] 14 3i64 }
def n: i64 = 3
def squares: [n]i32 = tabulate n (\i -> let j = i32.i64 i + 1 in j * j)
def total = i32.sum squares
def count = length squares
def main (i: i64): (i32, [n]i32, i32, i64) = (squares[i], copy squares, total, count)
