-- A merge sort by ranks, with a comparison as an argument.
-- ==
-- entry: main
-- input { [5, 1, 4, 2, 3, 1] } output { [1, 1, 2, 3, 4, 5] [5, 4, 3, 2, 1, 1] }
-- input { [1] } output { [1] [1] }
def count_less [n] 'a (less: a -> a -> bool) (xs: [n]a) (x: a): i64 =
  let (lo, _) =
    loop (lo, hi) = (0, n) while lo < hi do
      let mid = (lo + hi) / 2
      in if xs[mid] `less` x then (mid + 1, hi) else (lo, mid)
  in lo
def merge [n] [m] 'a (less: a -> a -> bool) (xs: [n]a) (ys: [m]a) (dummy: a): *[n + m]a =
  let at_x = map2 (\i x -> i + count_less less ys x) (iota n) xs
  let at_y = map2 (\i y -> i + count_less (\a b -> !(less b a)) xs y) (iota m) ys
  let out = scatter (replicate (n + m) dummy) at_x xs
  in scatter out at_y ys
def sort [n] 'a (less: a -> a -> bool) (xs: [n]a): [n]a =
  if n <= 1 then xs
  else (loop (sorted: []a) = xs[0:1] for i < n - 1 do merge less sorted xs[i + 1:i + 2] xs[0]) :> [n]a
def main [n] (xs: [n]i32): ([n]i32, [n]i32) = (sort (<) xs, sort (>) xs)
