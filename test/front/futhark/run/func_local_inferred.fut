-- A local function without types is polymorphic, in sizes too, whatever is around it.
-- ==
-- entry: twice
-- input { 3 } output { 5 true 1i64 }

-- ==
-- entry: captured
-- input { 7 } output { 7 true 7 2.5 }

-- ==
-- entry: arrays
-- input { [1, 2, 3] [true, false] } output { [3, 2, 1] [false, true] [[1, 1], [2, 2], [3, 3]] 3i64 2i64 }
-- input { [5] empty([0]bool) } output { [5] empty([0]bool) [[5, 5]] 1i64 0i64 }

-- ==
-- entry: nested
-- input { 2i64 } output { [[4, 4], [4, 4]] [[true, true], [true, true]] 2i64 }

-- ==
-- entry: sized
-- input { [1, 2, 3] } output { [true, true, true] [0.5, 0.5] 6 false }

-- ==
-- entry: partial
-- input { 4i32 } output { [4, 4, 4] [true, true] }

-- ==
-- entry: consumed
-- input { [1, 2] } output { [9, 2] [1, 2] }
entry twice (x: i32) =
  let twice f x = f (f x)
  in (twice (+ 1) x, twice (\b -> !b) true, (twice (\n -> n * n) 1i64))

def around x =
  let pair y = (y, x)
  let both z = pair (z, z)
  in (((both true).1, x), (both 1i32).0.1)

entry captured (x: i32) =
  let k _ = x
  let (a, _) = around x
  let swap (p, q) = (q, p)
  let ((b, _), c) = swap (k 2.5, swap (k true, x > 0))
  in (a.0, b, c, (swap (1i32, 2.5)).0)

entry arrays (xs: []i32) (bs: []bool) =
  let turn as = as[::-1]
  let len as = length as
  let wide as = map (\a -> [a, a]) as
  in (turn xs, turn bs, wide xs, len xs, len (wide bs))

entry nested (n: i64) =
  let row x = replicate n x
  let square x = let rows y = replicate 2 (row y) in rows x
  in (square 4i32, square true, length (square 1.5))

entry sized (xs: []i32) =
  let like v = map (\_ -> v) xs
  let fold op ne = reduce op ne
  let many n v = replicate n v
  in (like true, zip (many 2 0.5f64) (many 2 1u8) |> map (.0), fold (+) 0 xs, fold (&&) true (map (> 1) xs))

entry partial (x: i32) =
  let rep n = replicate n
  in (rep 3 x, rep 2 true)

entry consumed (xs: *[]i32) =
  let same a = a
  let old = copy xs
  let new = same xs
  in (new with [0] = 9, old)
