-- Branches of points that give rows, on a device: each element has the branch, so that rows are made by kernels over all
-- elements, without versions for few and many points.
-- ==
-- entry: eliminate
-- input { [[2f32, 4f32], [1f32, 8f32]] 0i64 } output { [[2f32, 4f32], [0.5f32, 6f32]] }
-- input { [[2f32, 4f32], [1f32, 8f32]] 1i64 } output { [[2f32, 4f32], [1f32, 8f32]] }
-- input { empty([0][0]f32) 0i64 } error: E0402.*out of bounds
-- entry: three
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64], [6i64, 7i64]] } output { [[2i64, 3i64], [0i64, 1i64], [5i64, 6i64], [6i64, 7i64]] }
-- input { empty([0][2]i64) } output { empty([0][2]i64) }
-- entry: deep
-- input { [[[1i32, 2i32], [3i32, 4i32]], [[5i32, 6i32], [7i32, 8i32]]] }
-- output { [[[1i32, 2i32], [3i32, 4i32]], [[5i32, 7i32], [6i32, 8i32]]] [[0i32, 1i32], [1i32, 2i32]] }
-- entry: checked
-- input { [[1i64, 2i64], [9i64, 1i64]] [0i64, 1i64] } output { [[1i64, 2i64], [1i64, 0i64]] }
-- input { [[1i64, 2i64], [9i64, 9i64]] [0i64, 1i64] } error: E0402.*out of bounds
-- structure cuda,fuse,simplify,core_to_flat,simplify,arms,simplify,flatten,simplify { not threshold }
entry eliminate [n] (a: [n][n]f32) (k: i64): [n][n]f32 =
  let row = a[k]
  in map2 (\i r -> if i <= k then copy r
                   else let f = r[k] / row[k]
                        in map3 (\j x y -> if j < k then x else if j == k then f else x - f * y) (iota n) r row) (iota n) a

entry three [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> match xs[0] case 1 -> map (+ 1) xs case 3 -> iota m case _ -> copy xs) xss

entry deep [n][m][k] (xsss: [n][m][k]i32): ([n][m][k]i32, [n][m]i32) =
  map2 (\i xss -> if i % 2 == 0 then (copy xss, map i32.i64 (iota m))
                  else (transpose xss :> [m][k]i32, map (\j -> i32.i64 (j + i)) (iota m))) (iota n) xsss |> unzip

-- Only the points of an arm check what it needs.
entry checked [n][m] (xss: [n][m]i64) (ys: [n]i64): [n][m]i64 =
  map (\xs -> if xs[0] < 5 then copy xs else let y = ys[xs[1]] in map (\j -> i64.abs (y - j)) (iota m)) xss
