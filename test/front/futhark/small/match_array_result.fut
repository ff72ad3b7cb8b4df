-- Match array result.
-- ==
-- input { 1 } output { [1,2] }

entry main (x: i32) : [2]i32 = match x case 1 -> [1, 2] case 2 -> [3, 4] case _ -> [5, 6]
