-- Rounds of one kernel: a loop that knows how often, and loops that a sum or an element of a round ends.
def step [n] (xs: [n]f32) : [n]f32 =
  map (\i -> 0.25f32 * xs[if i == 0 then n - 1 else i - 1] + 0.5f32 * xs[i] + 0.25f32 * xs[if i == n - 1 then 0 else i + 1])
      (iota n)

def start (n: i64) : [n]f32 = map (\i -> f32.i64 (i % 1000) / 1000) (iota n)

-- ==
-- entry: counted element sum
-- nobench input { 8i64 0i64 } output { 0.0035f32 }
-- nobench input { 8i64 3i64 } output { 0.0035f32 }
-- input { 100000i64 10000i64 }
entry counted (n: i64) (k: i64) : f32 =
  f32.sum (loop xs = start n for _i < k do step xs) / f32.i64 n

-- Ends after k rounds, or when the first element is large, which is never.
entry element (n: i64) (k: i64) : f32 =
  let (xs, _) = loop (xs, i) = (start n, 0) while i < k && xs[0] < 2 do (step xs, i + 1)
  in f32.sum xs / f32.i64 n

entry sum (n: i64) (k: i64) : f32 =
  let (xs, _, _) = loop (xs, i, total) = (start n, 0, 0) while i < k && total < 2 * f32.i64 n do
    let next = step xs
    in (next, i + 1, f32.sum next)
  in f32.sum xs / f32.i64 n
