-- tabulate in one, two and three dimensions.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { [0i64, 1] [[0i64, 1, 2], [10, 11, 12]] [[[0i64], [10], [20]], [[100], [110], [120]]] }
-- input { 0i64 3i64 } output { empty([0]i64) empty([0][3]i64) empty([0][3][1]i64) }
def main (n: i64) (m: i64): ([n]i64, [n][m]i64, [n][m][1]i64) =
  ( tabulate n id
  , tabulate_2d n m (\i j -> i * 10 + j)
  , tabulate_3d n m 1 (\i j k -> i * 100 + j * 10 + k) )
