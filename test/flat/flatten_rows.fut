-- Several pars over the same row: for a device each becomes one over all elements. With constants
-- of the point, a loop around them, and rows of rows.

-- ==
-- entry: ranges
-- input { [[3, 1, 2], [7, 7, 9]] } output { [[2, 0, 1], [0, 0, 2]] [3, 2] }
-- input { empty([2][0]i32) } output { empty([2][0]i32) [0, 0] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([0]i32) }
entry ranges [n][m] (xss: [n][m]i32): ([n][m]i32, [n]i32) =
  unzip (map (\xs ->
                let least = reduce i32.min i32.highest xs
                let ys = map (\x -> x - least) xs
                in (ys, reduce (+) 0 ys))
             xss)

-- ==
-- entry: shares
-- input { [[1f64, 3f64], [5f64, 5f64]] [2f64, 4f64] } output { [[0.5f64, 1.5f64], [2.0f64, 2.0f64]] }
entry shares [n][m] (xss: [n][m]f64) (w: [n]f64): [n][m]f64 =
  map2 (\xs a ->
          let top = reduce f64.max (-f64.inf) xs
          let es = map (\x -> x / top) xs
          let s = reduce (+) 0 es
          in map (\e -> a * e / s) es)
       xss w

-- ==
-- entry: rounds
-- input { [[5, 1, 4], [2, 2, 2]] 2i64 } output { [[15, -21, 6], [0, 0, 0]] }
-- input { [[5, 1, 4], [2, 2, 2]] 0i64 } output { [[5, 1, 4], [2, 2, 2]] }
entry rounds [n][m] (xss: [n][m]i32) (k: i64): [n][m]i32 =
  map (\xs -> loop xs for _i < k do
         let s = reduce (+) 0 xs
         let t = reduce i32.max i32.lowest xs
         in map (\x -> x * 3 - s + (t - t)) xs)
      xss
