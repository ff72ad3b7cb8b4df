-- A bitonic network on a power of two, padded by the largest value.
-- ==
-- input { [3.5f32, -1.0f32, 2.0f32, 8.0f32, 0.5f32] }
-- output { [-1.0f32, 0.5f32, 2.0f32, 3.5f32, 8.0f32] }
-- input { [1.0f32] } output { [1.0f32] }
-- input { [4.0f32, 3.0f32, 2.0f32, 1.0f32, 8.0f32, 7.0f32, 6.0f32, 5.0f32] }
-- output { [1.0f32, 2.0f32, 3.0f32, 4.0f32, 5.0f32, 6.0f32, 7.0f32, 8.0f32] }

def ceil_log2 (n: i64) : i64 =
  let (_, k) = loop (p, k) = (1, 0) while p < n do (p * 2, k + 1)
  in k

def exchange [n] (xs: [n]f32) (k: i64) (j: i64) : [n]f32 =
  map (\i ->
         let partner = i ^ j
         let (a, b) = (xs[i], xs[partner])
         let ascending = (i & k) == 0
         let is_low = i < partner
         in if is_low == ascending then f32.min a b else f32.max a b)
      (iota n)

def bitonic [n] (d: i64) (xs: [n]f32) : [n]f32 =
  loop xs for s < d do
    let k = 2 << s
    in loop xs for t < s + 1 do
         exchange xs k (1 << (s - t))

entry main [n] (xs: [n]f32) : [n]f32 =
  let d = ceil_log2 n
  let m = 2 ** d
  let padded = scatter (replicate m f32.inf) (iota n) xs
  in take n (bitonic d padded)
