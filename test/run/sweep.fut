-- Reductions over values that are the same for all points: on a GPU blocks load them together.
def value (i: i64) (seed: i64): i32 = i32.i64 ((i * 37 + seed) % 101 - 50)

entry pull (n: i64) (m: i64): i32 =
  let xs = opaque (map (\i -> value i 1) (iota n))
  let ys = opaque (map (\k -> value k 2) (iota m))
  let zs = opaque (map (\k -> value k 7) (iota m))
  let add (a: i32, b: i32) (c: i32, d: i32) = (a + c, b + d)
  let at x =
    let (a, b) = reduce add (0, 0) (map2 (\y z -> ((y - x) * i32.abs (z - x), i32.bool (y < x))) ys zs)
    in a * 3 + b
  in i32.sum (map2 (\i x -> x * (1 + i32.i64 (i % 7))) (iota n) (opaque (map at xs)))
-- ==
-- entry: pull
-- input { 256i64 64i64 } output { 276919i32 }
-- input { 300i64 700i64 } output { 162439125i32 }
-- input { 1000i64 65i64 } output { -11341026i32 }
-- input { 257i64 256i64 } output { 50466612i32 }
-- input { 10i64 300i64 } output { 7040089i32 }
-- input { 500i64 3i64 } output { -10571518i32 }
-- input { 300i64 0i64 } output { 0i32 }
-- input { 0i64 100i64 } output { 0i32 }

entry grid (n: i64) (m: i64) (p: i64): i32 =
  let zs = opaque (map (\k -> value k 3) (iota p))
  let at i j = i32.maximum (map (\z -> i32.i64 (i * 3 - j * 5) ^ z) zs)
  let rows = opaque (tabulate_2d n m at)
  in i32.sum (map2 (\i row -> i32.sum (map2 (\j x -> x * (1 + i32.i64 ((i + 2 * j) % 5))) (iota m) row)) (iota n) rows)
-- ==
-- entry: grid
-- input { 20i64 17i64 70i64 } output { 63584i32 }
-- input { 16i64 16i64 64i64 } output { 47086i32 }
-- input { 40i64 30i64 257i64 } output { 288340i32 }
-- input { 3i64 0i64 80i64 } output { 0i32 }
