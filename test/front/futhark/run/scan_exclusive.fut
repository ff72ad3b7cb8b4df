-- An exclusive scan by rotation.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [0, 1, 3] 6 }
-- input { empty([0]i32) } output { empty([0]i32) 0 }
def exclusive [n] (xs: [n]i32): [n]i32 =
  map2 (\i s -> if i == 0 then 0 else s) (iota n) (rotate (-1) (scan (+) 0 xs))
def main [n] (xs: [n]i32): ([n]i32, i32) = (exclusive xs, reduce (+) 0 xs)
