-- A lambda after a pipe.
-- ==
-- input { 3 } output { 6 }

entry main (x: i32) = x |> \y -> y * 2
