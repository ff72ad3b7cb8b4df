-- A composition may end in a function that makes a new size in every call.
-- ==
-- entry: main
-- input { [1i32, -5i32, 3i32] } output { [2i32, 4i32] 2i64 }
entry main (xs: []i32) =
  let g = map (+1) >-> filter (> 0)
  in (g xs, length (g xs))
