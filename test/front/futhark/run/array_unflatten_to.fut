-- A helper that states the sizes, as programs often have it.
-- ==
-- entry: main
-- input { 2i64 3i64 [1, 2, 3, 4, 5, 6] } output { [[1, 2, 3], [4, 5, 6]] }
-- input { 3i64 2i64 [1, 2, 3, 4, 5, 6] } output { [[1, 2], [3, 4], [5, 6]] }
-- input { 2i64 2i64 [1, 2, 3] } error: E0404
def unflatten_to [k] 't (n: i64) (m: i64) (xs: [k]t): [n][m]t =
  unflatten (xs :> [n * m]t)
def main (n: i64) (m: i64) (xs: []i32) = unflatten_to n m xs
