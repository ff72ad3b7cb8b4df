-- In-place updates of an array of tuples.
-- ==
-- entry: main
-- input { 3i64 } output { [0, 5, 0] [false, true, false] }
def main (n: i64): ([n]i32, [n]bool) =
  let xs = replicate n (0, false)
  let xs[1] = (5, true)
  in unzip xs
