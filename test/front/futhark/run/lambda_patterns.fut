-- Lambdas with several parameters, patterns, wildcards and type ascriptions.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [4, 6] [1, 2] [10, 20] [-2, -2] }
def main [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, [n]i32, [n]i32, [n]i32) =
  ( map2 (\x y -> x + y) xs ys
  , map (\(x, _) -> x) (zip xs ys)
  , map (\(x: i32): i32 -> x * 10) xs
  , map (\{a, b} -> a - b) (map2 (\a b -> {a, b}) xs ys) )
