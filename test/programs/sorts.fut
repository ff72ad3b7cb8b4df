-- Sorting: radix sort (1 and 2 bits), bitonic merge sort, quicksort by repeated partition, rank sort; with keys and values.
def radix_step [n] 't (get: i32 -> t -> i32) (b: i32) (xs: [n]t) : [n]t =
  let bits = map (\x -> i64.i32 (get b x)) xs
  let negated = map (1 -) bits
  let zeros = i64.sum negated
  let at0 = map2 (*) negated (scan (+) 0 negated)
  let at1 = map2 (*) bits (map (+ zeros) (scan (+) 0 bits))
  let at = map2 (\a b -> a + b - 1) at0 at1
  in scatter (copy xs) at xs

def radix_sort [n] 't (num_bits: i32) (get: i32 -> t -> i32) (xs: [n]t) : [n]t =
  loop xs for b < num_bits do radix_step get b xs

entry radix [n] (xs: [n]i32) : [n]i32 =
  radix_sort i32.num_bits (\b x -> if b == 31 then 1 - i32.get_bit b x else i32.get_bit b x) xs

entry radix_by_key [n] (keys: [n]u8) (values: [n]f32) : ([n]u8, [n]f32) =
  unzip (radix_sort 8 (\b (k, _) -> u8.get_bit b k) (zip keys values))

def radix4_step [n] (xs: [n]u32) (digit: i32) : [n]u32 =
  let bins = map (\x -> i64.u32 ((x >> u32.i32 digit) & 3)) xs
  let flags = map (\b -> (i64.bool (b == 0), i64.bool (b == 1), i64.bool (b == 2), i64.bool (b == 3))) bins
  let add (a, b, c, d) (e, f, g, h) = (a + e, b + f, c + g, d + h : i64)
  let offsets = scan add (0, 0, 0, 0) flags
  let (n0, n1, n2, _) = if n == 0 then (0, 0, 0, 0) else last offsets
  let at = map2 (\b (o0, o1, o2, o3) ->
                   if b == 0 then o0 - 1 else if b == 1 then n0 + o1 - 1
                   else if b == 2 then n0 + n1 + o2 - 1 else n0 + n1 + n2 + o3 - 1) bins offsets
  in scatter (replicate n 0) at xs

entry radix4 [n] (xs: [n]u32) : [n]u32 = loop xs for i < 16 do radix4_step xs (2 * i)

def log2 (n: i64) : i64 = (loop (r, m) = (0, 1) while m < n do (r + 1, m * 2)).0

entry bitonic [n] (xs: [n]f32) : [n]f32 =
  let d = log2 n
  let m = 1 << d
  let padded = concat xs (replicate (m - n) f32.inf) :> [m]f32
  let sorted = loop a = padded for i < d do
    loop a for j in i..i-1...0 do
      map (\t -> let k = t ^ (1 << j)
                 let up = (t >> (i + 1)) & 1 == 0
                 in if (t < k) == up then f32.min a[t] a[k] else f32.max a[t] a[k]) (iota m)
  in sorted[:n]

-- One level of quicksort per round: every segment is partitioned at its first element.
entry quick [n] (xs: [n]i64) : [n]i64 =
  let (xs, _, _) =
    loop (xs, starts, go) = (xs, replicate n 0i64, n > 1) while go do
      let pivots = map (\s -> xs[s]) starts
      let class = map2 (\x p -> if x < p then 0i64 else if x == p then 1 else 2) xs pivots
      let less = reduce_by_index (replicate n 0) (+) 0 starts (map (\c -> i64.bool (c == 0)) class)
      let same = reduce_by_index (replicate n 0) (+) 0 starts (map (\c -> i64.bool (c == 1)) class)
      let flags = map2 (\s i -> s == i) starts (iota n)
      let segscan = scan (\(f1, a0, a1, a2) (f2, b0, b1, b2) ->
                            if f2 then (true, b0, b1, b2) else (f1, a0 + b0, a1 + b1, a2 + b2)) (false, 0i64, 0i64, 0i64)
                         (map2 (\f c -> (f, i64.bool (c == 0), i64.bool (c == 1), i64.bool (c == 2))) flags class)
      let (at, starts') = unzip (map3 (\s c (_, k0, k1, k2) ->
          if c == 0 then (s + k0 - 1, s)
          else if c == 1 then (s + less[s] + k1 - 1, s + less[s])
          else (s + less[s] + same[s] + k2 - 1, s + less[s] + same[s])) starts class segscan)
      let xs' = scatter (replicate n 0) at xs
      let new = scatter (replicate n 0) at starts'
      in (xs', new, any (\c -> c != 1) class)
  in xs

entry rank [n] (xs: [n]i32) : [n]i32 =
  let at = map2 (\x i -> i64.sum (map2 (\y j -> i64.bool (y < x || (y == x && j < i))) xs (iota n))) xs (iota n)
  in scatter (replicate n 0) at xs

-- ==
-- entry: radix
-- input { [-49i32, 12i32, 25i32, -27i32, -17i32, -14i32, -50i32, -32i32, 3i32, 18i32, -3i32, 28i32, 22i32, -10i32, -34i32, 38i32, 15i32] }
-- output { [-50i32, -49i32, -34i32, -32i32, -27i32, -17i32, -14i32, -10i32, -3i32, 3i32, 12i32, 15i32, 18i32, 22i32, 25i32, 28i32, 38i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: radix_by_key
-- input { [186u8, 13u8, 36u8, 106u8, 192u8, 76u8, 129u8, 177u8, 186u8]
--   [0.474f32, 0.115f32, 0.488f32, 0.978f32, 0.48f32, 0.312f32, 0.144f32, 0.75f32, 0.74f32] }
-- output { [13u8, 36u8, 76u8, 106u8, 129u8, 177u8, 186u8, 186u8, 192u8]
--   [0.115f32, 0.488f32, 0.312f32, 0.978f32, 0.144f32, 0.75f32, 0.474f32, 0.74f32, 0.48f32] }

-- ==
-- entry: radix4
-- input { [3177351297u32, 2402053832u32, 1709696035u32, 1692732589u32, 1719888006u32, 818661757u32, 4229115149u32, 1892478001u32, 472138489u32, 2580103945u32, 439717024u32, 2434317078u32, 2304759731u32] }
-- output { [439717024u32, 472138489u32, 818661757u32, 1692732589u32, 1709696035u32, 1719888006u32, 1892478001u32, 2304759731u32, 2402053832u32, 2434317078u32, 2580103945u32, 3177351297u32, 4229115149u32] }
-- input { empty([0]u32) }
-- output { empty([0]u32) }

-- ==
-- entry: bitonic
-- input { [-0.214f32, 1.921f32, 0.163f32, -2.948f32, 4.52f32, -1.382f32, 1.901f32, 4.141f32, 2.581f32, -2.019f32, 1.429f32] }
-- output { [-2.948f32, -2.019f32, -1.382f32, -0.214f32, 0.163f32, 1.429f32, 1.901f32, 1.921f32, 2.581f32, 4.141f32, 4.52f32] }
-- input { [3f32] }
-- output { [3f32] }

-- ==
-- entry: quick
-- input { [-7i64, -1i64, 7i64, 2i64, -4i64, 2i64, -2i64, 8i64, 8i64, 7i64, 1i64, -2i64, -3i64, -2i64, 3i64] }
-- output { [-7i64, -4i64, -3i64, -2i64, -2i64, -2i64, -1i64, 1i64, 2i64, 2i64, 3i64, 7i64, 7i64, 8i64, 8i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [5i64] }
-- output { [5i64] }

-- ==
-- entry: rank
-- input { [-49i32, 12i32, 25i32, -27i32, -17i32, -14i32, -50i32, -32i32, 3i32, 18i32, -3i32, 28i32, 22i32, -10i32, -34i32, 38i32, 15i32] }
-- output { [-50i32, -49i32, -34i32, -32i32, -27i32, -17i32, -14i32, -10i32, -3i32, 3i32, 12i32, 15i32, 18i32, 22i32, 25i32, 28i32, 38i32] }
