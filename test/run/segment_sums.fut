-- Sums of segments of all sorts against loops: a device has a thread, a warp or many tiles for a segment. Each result counts
-- the segments that differ.
def hash (i: i64): i64 = (i * 2654435761 + 12345) % 1000003

def length (kind: i64) (i: i64): i64 =
  let r = hash i
  in if kind == 0 then r % 3
     else if kind == 1 then (if r % 1000 == 0 then 20000 + r % 7 else 0)
     else if kind == 2 then (if r % 50 == 0 then r % 700 else r % 2)
     else if kind == 3 then 1
     else if kind == 4 then 8
     else if kind == 5 then (if i == 7 then 60000 else 0)
     else if kind == 6 then r % 200
     else 45 + r % 7

def op (x1: i32, y1: i32) (x2: i32, y2: i32): (i32, i32) = (x1 * x2, y1 * x2 + y2)

def count [n] (xs: [n]i32) (ys: [n]i32): i64 = i64.sum (map2 (\x y -> i64.bool (x != y)) xs ys)

entry check (n: i64) (kind: i64): (i64, i64, i64) =
  let starts = opaque ([5] ++ map (+ 5) (scan (+) 0 (map (length kind) (iota n))))
  let size i = starts[i + 1] - starts[i]
  let xs = opaque (map (\e -> i32.i64 (hash e % 1000)) (iota (starts[n] + 3)))
  let sums = opaque (map (\i -> reduce (+) 0 (map (\j -> xs[starts[i] + j]) (iota (size i)))) (iota n))
  let sums_again = opaque (map (\i -> loop s = 0 for j < size i do s + xs[starts[i] + j]) (iota n))
  let mix (x, y) = x ^ y
  let ordered = opaque (map (\i -> mix (reduce op (1, 0) (map (\j -> (xs[starts[i] + j], i32.i64 j)) (iota (size i))))) (iota n))
  let ordered_again =
    opaque (map (\i -> mix (loop s = (1, 0) for j < size i do op s (xs[starts[i] + j], i32.i64 j))) (iota n))
  in (count sums sums_again, count ordered ordered_again, starts[n])
-- ==
-- entry: check
-- input { 0i64 0i64 } output { 0i64 0i64 5i64 }
-- input { 1i64 6i64 } output { 0i64 0i64 150i64 }
-- input { 1i64 5i64 } output { 0i64 0i64 5i64 }
-- input { 3000i64 0i64 } output { 0i64 0i64 3007i64 }
-- input { 3000i64 1i64 } output { 0i64 0i64 40013i64 }
-- input { 3000i64 2i64 } output { 0i64 0i64 21604i64 }
-- input { 3000i64 3i64 } output { 0i64 0i64 3005i64 }
-- input { 3000i64 4i64 } output { 0i64 0i64 24005i64 }
-- input { 3000i64 5i64 } output { 0i64 0i64 60005i64 }
-- input { 3000i64 6i64 } output { 0i64 0i64 299156i64 }
-- input { 1000i64 7i64 } output { 0i64 0i64 48014i64 }

-- A sum of nothing, and of -0.0, is 0.0.
entry zeros (lengths: []i64): []f32 = map (\n -> 1 / reduce (+) 0 (replicate n (-0.0f32))) lengths
-- ==
-- entry: zeros
-- input { [0i64, 1i64, 9i64, 0i64, 70i64] } output { [f32.inf, f32.inf, f32.inf, f32.inf, f32.inf] }
