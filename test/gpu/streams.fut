-- What test/gpu/streams.c calls.
entry twice [n] (xs: [n]i32): [n]i32 = map (* 2) xs
entry sums [n] (xs: [n]i64): [n]i64 = scan (+) 0 xs
entry pick [n] (xs: [n]i32) (i: i64): i32 = xs[i]
entry bins [n] (k: i64) (xs: [n]i64): [k]i64 = hist (+) 0 k (map (% k) xs) (map (const 1) xs)
entry steps [n] (xs: [n]i64) (k: i64): [n]i64 =
  loop xs for _i < k do let s = i64.sum xs in map (\x -> (x + s) % 1000) xs
-- ==
-- entry: steps
-- input { [1i64, 2, 3] 2i64 } output { [31i64, 32, 33] }
