-- sized checks the size when the program runs.
-- ==
-- entry: main
-- input { 3i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { 2i64 [1, 2, 3] } error: E0404
def main (n: i64) (xs: []i32): [n]i32 = sized n xs
