-- Two parameters of the same size.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { 11 }
-- input { [1, 2] [3] } error: E0405
def main [n] (xs: [n]i32) (ys: [n]i32): i32 = reduce (+) 0 (map2 (*) xs ys)
