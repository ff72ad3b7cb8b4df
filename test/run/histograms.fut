-- Histograms: the contents of the destination take part, and what is out of range is left out.
def at (i: i64) (seed: i64) (k: i64): i64 = (i * i * 7 + i * 31 + seed) % (k + 3) - 1

def value (i: i64) (seed: i64): i32 = i32.i64 ((i * 37 + seed) % 101 - 50)

def checksum [n] (xs: [n]i32): i32 = i32.sum (map2 (\i x -> x * i32.i64 (1 + i % 9)) (iota n) xs)

entry counts (n: i64) (k: i64): i32 =
  let dest = map (\i -> i32.i64 (i % 5)) (iota k)
  in checksum (opaque (reduce_by_index dest (+) 0 (map (\i -> at i 1 k) (iota n)) (map (\i -> value i 2) (iota n))))
-- ==
-- entry: counts
-- input { 1000i64 4i64 } output { -42i32 }
-- input { 3000i64 100i64 } output { 1975i32 }
-- input { 100i64 50i64 } output { 1433i32 }
-- input { 5000i64 1i64 } output { -8i32 }
-- input { 40i64 1000i64 } output { 10494i32 }
-- input { 0i64 5i64 } output { 40i32 }
-- input { 20i64 0i64 } output { 0i32 }
-- input { 70000i64 3000i64 } output { 27458i32 }

entry bytes (n: i64) (k: i64): i32 =
  let dest = map (\i -> i8.i64 (i % 5)) (iota k)
  let values = map (\i -> i8.i32 (value i 2)) (iota n)
  in checksum (map i32.i8 (opaque (reduce_by_index dest (+) 0 (map (\i -> at i 3 k) (iota n)) values)))
-- ==
-- entry: bytes
-- input { 1000i64 4i64 } output { 153i32 }
-- input { 3000i64 100i64 } output { 2444i32 }
-- input { 100i64 50i64 } output { 603i32 }
-- input { 5000i64 1i64 } output { -8i32 }
-- input { 40i64 1000i64 } output { 8928i32 }
-- input { 0i64 5i64 } output { 40i32 }
-- input { 20i64 0i64 } output { 0i32 }
-- input { 70000i64 3000i64 } output { 21509i32 }

-- Two histograms and a map of the same points.
entry several (n: i64) (k: i64): (i32, i32, i32) =
  let is = opaque (iota n)
  let h = hist (+) 0 k (map (\i -> at i 1 k) is) (map (const 1) is)
  let g = hist i32.min i32.highest k (map (\i -> at i 9 k) is) (map (\i -> value i 4) is)
  let m = map (\i -> i32.i64 (at i 1 k + at i 9 k)) is
  in (checksum (opaque h), checksum (opaque g), checksum (opaque m))
-- ==
-- entry: several
-- input { 1000i64 4i64 } output { 1430i32 -500i32 19953i32 }
-- input { 3000i64 100i64 } output { 14468i32 2147471041i32 1589080i32 }
-- input { 100i64 50i64 } output { 433i32 -3834i32 22411i32 }
-- input { 5000i64 1i64 } output { 2500i32 -50i32 49980i32 }
-- input { 40i64 1000i64 } output { 185i32 -5157i32 162564i32 }
-- input { 0i64 5i64 } output { 0i32 2147483633i32 0i32 }
-- input { 20i64 0i64 } output { 0i32 0i32 -61i32 }
-- input { 70000i64 3000i64 } output { 323630i32 2147310600i32 1046832927i32 }

-- So large values that fast memory has several ranges of bins.
entry ranges (n: i64) (k: i64): i64 =
  let bin i = i * 7919 % (k + 1) - 1
  let is = opaque (map bin (iota n))
  let add (a, b, c, d, e, f, g, h) (i, j, k, l, m, n, o, p) = (a + i, b + j, c + k, d + l, e + m, f + n, g + o, h + p)
  let value i = (1, i, i * 3, i * i, i % 7, i % 100, i ^ 5, -i)
  let sums = opaque (hist add (0, 0, 0, 0, 0, 0, 0, 0i64) k is (map value (iota n)))
  let weigh (w: i64) (a, b, c, d, e, f, g, h) = w * (a + 3 * b + 5 * c + 7 * d + 9 * e + 11 * f + 13 * g + 17 * h)
  in i64.sum (map2 (\w s -> weigh (w + 1) s) (iota k) sums) - i64.sum (map (\i -> weigh (bin i + 1) (value i)) (iota n))
-- ==
-- entry: ranges
-- input { 0i64 5i64 } output { 0i64 }
-- input { 1i64 5i64 } output { 0i64 }
-- input { 1000i64 30i64 } output { 0i64 }
-- input { 330000i64 20000i64 } output { 0i64 }
