-- Indexing and mapping in three dimensions.
-- ==
-- entry: main
-- input { 2i64 } output { [[[0i64, 1], [2, 3]], [[4, 5], [6, 7]]] 5i64 [1i64, 5, 9, 13] }
def main (n: i64): ([n][n][n]i64, i64, []i64) =
  let xs = tabulate_3d n n n (\i j k -> i * 4 + j * 2 + k)
  in (xs, xs[1, 0, 1], flatten (map (map i64.sum) xs))
