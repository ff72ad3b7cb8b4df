-- Sparse matrices by rows (CSR): products with vectors by prefix sums over the elements that there are, conjugate
-- gradients, Jacobi's iteration, and levels of a graph by sweeps from a source.

def segment_sums [n][m] (starts: [m]i64) (xs: [n]f64): [m]f64 =
  let sums = scan (+) 0 xs
  let before i = if i == 0 then 0 else sums[i-1]
  in map (\r -> let next = if r == m - 1 then n else starts[r+1]
                in before next - before starts[r]) (iota m)

def spmv [n][m] (starts: [m]i64) (columns: [n]i64) (values: [n]f64) (x: [m]f64): [m]f64 =
  segment_sums starts (map2 (\c v -> v * x[c]) columns values)

-- The same with a loop over each row.
def spmv_rows [n][m] (starts: [m]i64) (columns: [n]i64) (values: [n]f64) (x: [m]f64): [m]f64 =
  map (\r -> let next = if r == m - 1 then n else starts[r+1]
             in loop s = 0 for k in starts[r]..<next do s + values[k] * x[columns[k]]) (iota m)

def dot [n] (x: [n]f64) (y: [n]f64) = f64.sum (map2 (*) x y)

entry product [n][m] (starts: [m]i64) (columns: [n]i64) (values: [n]f64) (x: [m]f64): ([m]f64, [m]f64) =
  (spmv starts columns values x, spmv_rows starts columns values x)

entry gradients [n][m] (starts: [m]i64) (columns: [n]i64) (values: [n]f64) (b: [m]f64) (most: i64): ([m]f64, i64) =
  let (x, _, _, _, k) =
    loop (x, r, p, rr, k) = (replicate m 0, b, b, dot b b, 0) while rr > 1e-20 && k < most do
      let q = spmv_rows starts columns values p
      let alpha = rr / dot p q
      let x = map2 (\x p -> x + alpha * p) x p
      let r = map2 (\r q -> r - alpha * q) r q
      let new = dot r r
      in (x, r, map2 (\r p -> r + new / rr * p) r p, new, k + 1)
  in (x, k)

-- How many edges each vertex is from the source; -1 where there is no way.
entry levels [n][m] (starts: [m]i64) (columns: [n]i64) (source: i64): [m]i64 =
  let first = tabulate m (\i -> if i == source then 0 else -1)
  let (level, _, _) =
    loop (level, d, go_on) = (first, 0, true) while go_on do
      let next = map (\r -> if level[r] >= 0 then level[r]
                            else let end = if r == m - 1 then n else starts[r+1]
                                 let is_near = loop near = false for k in starts[r]..<end do near || level[columns[k]] == d
                                 in if is_near then d + 1 else -1) (iota m)
      in (next, d + 1, or (map2 (!=) level next))
  in level
-- ==
-- entry: product
-- input { [0i64, 2i64, 2i64, 5i64] [0i64, 1i64, 0i64, 2i64, 3i64, 3i64] [2.0, -1.0, 3.0, 4.0, 0.5, 7.0] [1.0, 2.0, 3.0, 4.0] }
-- output { [0.0, 0.0, 17.0, 28.0] [0.0, 0.0, 17.0, 28.0] }
-- ==
-- entry: gradients
-- input { [0i64, 2i64, 5i64, 8i64] [0i64, 1i64, 0i64, 1i64, 2i64, 1i64, 2i64, 3i64, 2i64, 3i64] [4.0, -1.0, -1.0, 4.0, -1.0, -1.0, 4.0, -1.0, -1.0, 4.0] [1.0, 2.0, 3.0, 4.0] 50i64 }
-- output { [0.488038277511962, 0.952153110047847, 1.320574162679426, 1.330143540669856] 4i64 }
-- ==
-- entry: levels
-- input { [0i64, 1i64, 3i64, 4i64, 4i64] [1i64, 0i64, 2i64, 1i64, 0i64] 0i64 }
-- output { [0i64, 1i64, 2i64, -1i64, 1i64] }
