-- all and any, also of nothing.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { true true }
-- input { [1, -2, 3] } output { false true }
-- input { [-1] } output { false false }
-- input { empty([0]i32) } output { true false }
def main (xs: []i32): (bool, bool) = (all (> 0) xs, any (> 0) xs)
