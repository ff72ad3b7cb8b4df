-- A function whose size is that of its first argument is passed on for one whose last result may be anything.
-- ==
-- entry: main
-- input { 3i64 } output { [1, 1, 1] [true, true, true] [true, true, true, true, true] [2, 2, 2, 2] [0i64, 1i64] 1i64 [0i64, 1i64] }
def apply2 '^a '^b '^c (f: a -> b -> c) (x: a) (y: b): c = f x y
entry main (n: i64) =
  let xs = flip replicate 1i32 n
  let f = flip replicate true
  let ys = uncurry replicate (n + 1, 2i32)
  let zs = apply2 take (n - 1) (iota n)
  let (a, b) = (f n, f (n + 2))
  in (xs, a, b, ys, zs, length (apply2 drop 1 zs), flip take (iota n) 2)
