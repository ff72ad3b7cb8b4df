-- Sums, scans and other reductions of what inner reductions give, beside other results of the points.
def value (i: i64) (j: i64): i64 = (i * 31 + j * j * 7) % 101 - 50

entry sums (n: i64) (m: i64): (i64, i64) =
  let xss = tabulate_2d n m value
  in (i64.sum (map i64.sum xss), i64.maximum (map (\xs -> i64.minimum (map (* 3) xs)) xss))
-- ==
-- entry: sums
-- input { 0i64 5i64 } output { 0i64 -9223372036854775808i64 }
-- input { 5i64 0i64 } output { 0i64 9223372036854775807i64 }
-- input { 1i64 1i64 } output { -50i64 -150i64 }
-- input { 3i64 40000i64 } output { 39961i64 -144i64 }
-- input { 700i64 3i64 } output { -25i64 66i64 }

-- The rows, the sum of each, and of all; with a scan that is not commutative.
entry rows (n: i64) (m: i64): (i64, [n]i64, [n](i64, i64), i64) =
  let xss = tabulate_2d n m value
  let yss = map (map (+ 1)) xss
  let sums = map i64.sum yss
  let steps = scan (\(a, b) (c, d) -> (a * c % 1009, (b * c + d) % 1009)) (1, 0) (map (\s -> (s % 7 + 9, s % 1009)) sums)
  in (i64.sum (flatten yss), sums, steps, i64.sum sums)
-- ==
-- entry: rows
-- input { 3i64 2i64 } output { -87i64 [-91i64, -29i64, 33i64] [9i64, 135i64, 881i64] [918i64, 624i64, 697i64] -87i64 }
-- input { 0i64 7i64 } output { 0i64 empty([0]i64) empty([0]i64) empty([0]i64) 0i64 }
-- input { 2i64 300i64 } output { 2126i64 [352i64, 1774i64] [11i64, 132i64] [352i64, 953i64] 2126i64 }

-- All pairs, without a row of their own.
entry pairs (n: i64) (m: i64): (i64, bool) =
  let xs = map (\i -> value i 3) (iota n)
  let ys = map (\j -> value 5 j) (iota m)
  in (i64.minimum (map (\x -> i64.maximum (map (\y -> i64.abs (x - y)) ys)) xs), any (\x -> all (\y -> x < y) ys) xs)
-- ==
-- entry: pairs
-- input { 4i64 3000i64 } output { 54i64 false }
-- input { 3000i64 4i64 } output { 33i64 true }
-- input { 0i64 2i64 } output { 9223372036854775807i64 false }
-- input { 2i64 0i64 } output { -9223372036854775808i64 true }

-- A loop that stops when no row has anything left to do.
entry settle (h: i64) (w: i64): ([h][w]i64, i64) =
  let (g, _, rounds) =
    loop (g, go, rounds) = (tabulate_2d h w (\y x -> (y * 5 + x * 3) % 11), true, 0) while go do
      let next = tabulate_2d h w (\y x -> g[y, x] - i64.bool (g[y, x] > 3 && (y == 0 || g[y - 1, x] > 0)))
      in (next, any (any (> 3)) next && rounds < 20, rounds + 1)
  in (g, rounds)
-- ==
-- entry: settle
-- input { 2i64 3i64 } output { [[0i64, 3i64, 3i64], [5i64, 3i64, 0i64]] 21i64 }
-- input { 0i64 3i64 } output { empty([0][3]i64) 1i64 }
-- input { 3i64 0i64 } output { empty([3][0]i64) 1i64 }

-- What fails inside is found, and rows of different lengths are summed, too.
entry picked [n][m] (xss: [n][m]i64) (is: [m]i64): (i64, i64) =
  (i64.sum (map (\xs -> i64.sum (map (\i -> xs[i]) is)) xss),
   i64.sum (map (\i -> i64.product (map (+ 1) (iota i))) (take (i64.min n m) is)))
-- ==
-- entry: picked
-- input { [[1i64, 2i64], [3i64, 4i64]] [1i64, 0i64] } output { 10i64 2i64 }
-- input { [[1i64, 2i64], [3i64, 4i64]] [1i64, 2i64] } error: E0402.*Index .2. out of bounds
