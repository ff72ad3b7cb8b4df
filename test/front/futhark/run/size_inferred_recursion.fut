-- A recursive definition is polymorphic in the sizes that it does not write down.
-- ==
-- entry: total
-- input { [1, 2, 3] } output { 6 }
-- ==
-- entry: inner
-- input { [1, 2, 3] [4, 5, 6] } output { 32 }
-- ==
-- entry: halves
-- input { [4, 1, 3, 2] } output { 4 }
def sum_of (xs: []i32): i32 = if length xs == 0 then 0 else xs[0] + sum_of (drop 1 xs)
entry total (xs: []i32) = sum_of xs
def inner_of (xs: []i32) (ys: []i32): i32 =
  if null (zip xs ys) then 0 else xs[0] * ys[0] + inner_of (tail xs) (tail ys)
entry inner (xs: []i32) (ys: []i32) = inner_of xs ys
def largest (xs: []i32): i32 =
  let n = length xs
  in if n == 1 then xs[0] else i32.max (largest (take (n / 2) xs)) (largest (drop (n / 2) xs))
entry halves (xs: []i32) = largest xs
