-- Run lengths by a histogram of segment numbers.
-- ==
-- input { [1i32,1i32,2i32,3i32,3i32,3i32] } output { [1i32, 2i32, 3i32] [2i32, 1i32, 3i32] }
def rle [n] (xs: [n]i32) =
  let is_start = tabulate n (\i -> i == 0 || xs[i] != xs[i-1])
  let seg = scan (+) 0 (map i64.bool is_start)
  let k = if n == 0 then 0 else last seg
  let counts = hist (+) 0 k (map (\x -> x - 1) seg) (replicate n 1i32)
  let vals = scatter (replicate k 0i32) (map2 (\s f -> if f then s - 1 else -1) seg is_start) xs
  in zip vals counts
entry main (xs: []i32) = unzip (rle xs)
