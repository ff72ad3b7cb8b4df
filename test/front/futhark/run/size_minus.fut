-- Differences as sizes: pairs of neighbours.
-- ==
-- entry: main
-- input { [1, 4, 9] } output { [3, 5] }
-- input { [1] } output { empty([0]i32) }
def main [n] (xs: [n]i32): []i32 = map2 (-) (tail xs) (init xs)
