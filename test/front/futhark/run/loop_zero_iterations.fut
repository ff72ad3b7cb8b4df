-- A loop that never runs gives its initial values, also of a changing size.
-- ==
-- entry: main
-- input { [1, 2] 0 } output { [1, 2] }
-- input { [1, 2] 1 } output { [2] }
-- input { [1, 2] 3 } error: E0402
def main (xs: []i32) (n: i32): []i32 = loop xs for _i < n do tail xs :> []i32
