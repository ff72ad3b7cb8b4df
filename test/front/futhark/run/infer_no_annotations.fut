-- Nothing but names: types and sizes are inferred.
-- ==
-- entry: main
-- input { [1, 2, 3] [4, 5, 6] } output { 32 [5, 7, 9] }
def dot xs ys = i32.sum (map2 (*) xs ys)
def add xs ys = map2 (i32.+) xs ys
def main [n] (xs: [n]i32) (ys: [n]i32) = (dot xs ys, add xs ys)
