-- Top-level values, computed once, also arrays and functions of them.
-- ==
-- entry: main
-- input { 2i64 } output { 30 14 }
def table: [4]i32 = map (\i -> i32.i64 (i * i)) (iota 4)
def total = i32.sum table
def main (i: i64): (i32, i32) = (table[i] + table[i + 1] + total + 3, total)
