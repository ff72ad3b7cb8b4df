-- Match existential.
-- ==
-- input { 1 [1,2,3] } output { [2,3] }

entry main (b: i32) (xs: []i32) : []i32 = match b case 0 -> xs case 1 -> drop 1 xs case _ -> []
