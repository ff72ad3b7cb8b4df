-- An array of tuples through a loop.
-- ==
-- entry: main
-- input { [1, 2] 3 } output { [8, 16] [4, 5] }
def main [n] (xs: [n]i32) (k: i32): ([n]i32, [n]i32) =
  unzip (loop ps = zip xs xs for _i < k do map (\(a, b) -> (a * 2, b + 1)) ps)
