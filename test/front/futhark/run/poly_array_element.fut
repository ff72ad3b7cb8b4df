-- A type parameter that is an array.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4], [5, 6]] } output { [5, 6] [[5, 6], [3, 4], [1, 2]] [[1, 2], [5, 6]] }
def last_or [n] 'a (d: a) (xs: [n]a): a = if n == 0 then d else xs[n - 1]
def main [n] (xs: [n][2]i32): ([2]i32, [n][2]i32, [][2]i32) =
  (last_or [0, 0] xs, reverse xs, filter (\x -> x[0] != 3) xs)
