-- Match record.
-- ==
-- input { 1 } output { 5 }

entry main (a: i32) = match {x = a, y = 5} case {x = 0, y} -> y case {x = 1, y} -> y case {x = _, y = _} -> 0
