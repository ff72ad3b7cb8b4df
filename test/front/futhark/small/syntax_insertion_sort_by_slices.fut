-- Insertion sort by slices.
-- ==
-- input { [3,1,2] } output { [1,2,3] }

def insert_sort [n] (xs: [n]i32) : [n]i32 =
  loop xs = copy xs for i in 1..<n do
    let (j, x) = (loop j = i while j > 0 && xs[j - 1] > xs[i] do j - 1, xs[i])
    let moved = copy xs[j:i]
    let xs[j + 1:i + 1] = moved
    in xs with [j] = x
entry main xs = insert_sort xs
