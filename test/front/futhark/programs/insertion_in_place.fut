-- Insertion sort in place, a loop in a loop.
-- ==
-- input { [3,1,2] } output { [1i32, 2i32, 3i32] }
def insertion [n] (xs: *[n]i32): *[n]i32 =
  loop xs for i in 1..<n do
    (loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > xs[j] do
       let t = xs[j]
       let xs[j] = xs[j - 1]
       let xs[j - 1] = t
       in (xs, j - 1)).0
entry main (xs: *[]i32) = insertion xs
