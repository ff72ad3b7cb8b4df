-- Local functions with type and size parameters, used at several types.
-- ==
-- entry: main
-- input { 4i64 }
-- output { 19i32 72i64 2.0f64 [1i64, 2i64, 4i64, 8i64] }

entry main (n: i64): (i32, i64, f64, [n]i64) =
  let twice 'a (f: a -> a) (x: a): a = f (f x)
  let swap 'a 'b (x: a, y: b): (b, a) = (y, x)
  let sum_by [k] 'a (f: a -> i64) (xs: [k]a): i64 = i64.sum (map f xs)
  let compose 'a 'b 'c (f: a -> b) (g: b -> c): a -> c = \x -> g (f x)
  let rec_power (b: i64) (e: i64) = (loop (r, i) = (1, 0) while i < e do (r * b, i + 1)).0
  let (a, b) = swap (twice (+ 1) 5i64, twice (* 2) 3i32)
  let half (x: i32): f64 = f64.i32 x / 2
  in (a + i32.i64 b,
      sum_by (\(x, y) -> x * y) (zip (iota 4) (rep 10)) + i64.i32 a,
      compose half (twice f64.sqrt) 32,
      map (rec_power 2) (iota n))
