-- Borders of loops (imp/imp_peel.c) that are sums with other terms, in chains of smin and smax, from the end backwards, and
-- where the terms are so large that sums wrap around.

-- ==
-- entry: shifted
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] 3i64 } output { [12i64, 5i64, 8i64, 11i64, 14i64, 17i64, 30i64] }
-- input { [1i64, 2i64, 3i64] 1i64 } output { [12i64, 5i64, 18i64] }
-- input { [1i64] 0i64 } output { [22i64] }
-- input { [1i64, 2i64, 3i64] 9223372036854775807i64 } output { [12i64, 5i64, 8i64] }
-- input { [1i64, 2i64, 3i64] -9223372036854775808i64 } output { [12i64, 15i64, 18i64] }
-- input { [1i64, 2i64, 3i64] 4611686018427387904i64 } output { [12i64, 5i64, 8i64] }
entry shifted [w] (xs: [w]i64) (half: i64) : [w]i64 =
  map (\k -> let j = k - half
             let low = if j - 1 < -half then 10 else if k > 0 then xs[k - 1] else 0
             let high = if j + 1 > half then 10 else 0
             in low + high + 2 * xs[k]) (iota w)

-- ==
-- entry: clamped
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] 3i64 } output { [9i64, 9i64, 9i64, 12i64, 15i64, 15i64, 15i64] }
-- input { [1i64, 2i64, 3i64] 1i64 } output { [6i64, 6i64, 6i64] }
-- input { [1i64, 2i64] 9i64 } error: E0402
entry clamped [w] (xs: [w]i64) (half: i64) : [w]i64 =
  let middle j = i64.max (2 - half) (i64.min (half - 2) j)
  let half' = i64.max 2 half
  in if half < 2 then map (\k -> let at = i64.max 1 (i64.min (w - 2) k) in xs[at - 1] + xs[at] + xs[at + 1]) (iota w)
     else map (\k -> let at = middle (k - half) + half'
                     in xs[at - 1] + xs[at] + xs[at + 1] - i64.min 0 (at - 2) * 3) (iota w)

-- ==
-- entry: backwards
-- input { [1i64, 2i64, 3i64, 4i64] } output { [3i64, 5i64, 7i64, 104i64] }
-- input { [1i64] } output { [101i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry backwards [w] (xs: [w]i64) : [w]i64 =
  map (\k -> let left = w - 1 - k
             in if 0 < left then xs[k] + xs[w - left] else xs[k] + 100) (iota w)

-- Sums at the borders, which the loop adds up.
-- ==
-- entry: summed
-- input { 5i64 } output { 1194i64 }
-- input { 1i64 } output { 1120i64 }
-- input { 2i64 } output { 1141i64 }
-- input { 0i64 } output { 0i64 }
-- input { 20i64 } output { 1530i64 }
entry summed (w: i64) : i64 =
  let xs = map (\k -> k * k % 7) (iota w)
  in i64.sum (map (\k -> (if k - 2 < 0 - 1 then 1000 else 0) + (if k + 1 >= w then 100 else 10)
                         + xs[k] + i64.max 3 (i64.min k (w - 3)) - 3 + 20 / (k + 1)) (iota w))
