-- The reach of else.
-- ==
-- input { 3 } output { 3 }

entry main (x: i32) = if x > 2 then x else 2 |> (+ 10) |> (\y -> y) |> (\y -> if y == 12 then 12 else 12)
