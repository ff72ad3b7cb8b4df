-- Nested maps whose functions capture variables of every level around them.
-- ==
-- input { [1i32, 2i32] [10i32, 20i32, 30i32] }
-- output { [[11i32, 21i32, 31i32], [12i32, 22i32, 32i32]] [60i32, 60i32] }

-- ==
-- entry: scaled
-- input { 3i32 [[1i32, 2i32], [3i32, 4i32]] } output { [[3i32, 6i32], [11i32, 14i32]] }

-- ==
-- entry: distances
-- input { [1.0f64, 2.0f64, 4.0f64] [3.0f64, 2.0f64, 1.0f64] }
-- output { [[13.0f64, 13.0f64], [2.0f64, 2.0f64], [5.0f64, 5.0f64]] }

-- ==
-- entry: triangle
-- input { 3i64 } output { [0i64, 0i64, 1i64, 0i64, 1i64, 3i64] }

entry main [n][m] (xs: [n]i32) (ys: [m]i32) : ([n][m]i32, [n]i32) =
  let outer = map (\x -> map (\y -> x + y) ys) xs
  let total = i32.sum ys
  in (outer, map (\x -> total / (if x > 0 then 1 else x)) xs)

entry scaled [n][m] (k: i32) (a: [n][m]i32) : [n][m]i32 =
  map (\row ->
         let offset = row[0]
         let f x =
           let g y = k * y + offset - 1
           in g x + row[0] * (x - x)
         in map (\x -> f x) row)
      a

entry distances [n] (xs: [n]f64) (ys: [n]f64) : [3][2]f64 =
  let d i j = let dx = xs[i] - xs[j] in let dy = ys[i] - ys[j] in dx * dx + dy * dy
  let pairs = [(0, 2), (0, 1), (1, 2)]
  in map (\(i, j) -> [f64.max (d i j) (d j i) - 4 * d 0 0, d i j]) pairs
     |> map (\p -> [p[0], p[1]])

entry triangle (n: i64) : []i64 =
  let rows = loop acc = [] for i < n do acc ++ map (\j -> j * (j + 1) / 2) (iota (i + 1))
  in rows
