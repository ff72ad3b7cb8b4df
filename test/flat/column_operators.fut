-- Reductions and scans of rows: on a device each column by itself, without a loop over the rows.
def main [n][m] (xss: [n][m]i32) =
  let s = reduce (map2 (+)) (replicate m 0) xss
  let p = scan (map2 i32.max) (replicate m i32.lowest) (map (map (* 2)) xss)
  -- rows of two dimensions, and pairs of rows
  let q = reduce (map2 (map2 (*))) (replicate 2 (replicate m 1)) (map (\r -> [r, map (+ 1) r]) xss)
  let (a, b) = unzip (scan (map2 (\(a, b) (c, d) -> (a + c, i32.max b d))) (replicate m (0, 0)) (map (map (\x -> (x, x))) xss)
                      |> map (\r -> r) |> flatten)
  in (s, p, q, a, b)

-- Inside of another map; the rows are made there, and prefixes by columns, too.
entry inner [k] (m: i64) (xs: [k]i64): ([k][m]i64, [k][3][m]i64) =
  unzip (map (\x -> let rows = tabulate_2d 3 m (\i j -> x * i + j)
                    in (reduce (map2 (+)) (replicate m 0) rows, scan (map2 (+)) (replicate m 0) rows)) xs)
-- ==
-- entry: main
-- input { [[1, 2], [3, -4], [5, 6]] }
-- output { [9, 4] [[2, 4], [6, 4], [10, 12]] [[15, -48], [48, -63]] [1, 2, 4, -2, 9, 4] [1, 2, 3, 2, 5, 6] }
-- input { empty([0][2]i32) } output { [0, 0] empty([0][2]i32) [[1, 1], [1, 1]] empty([0]i32) empty([0]i32) }
-- structure cuda,inline,simplify,hoist,shapes,simplify,fuse,simplify,checks,simplify,core_to_flat,simplify { permute 5 }

-- ==
-- entry: inner
-- input { 2i64 [1i64, 10i64] } output { [[3i64, 6i64], [30i64, 33i64]] [[[0i64, 1i64], [1i64, 3i64], [3i64, 6i64]], [[0i64, 1i64], [10i64, 12i64], [30i64, 33i64]]] }
-- input { 0i64 [1i64] } output { empty([1][0]i64) empty([1][3][0]i64) }
