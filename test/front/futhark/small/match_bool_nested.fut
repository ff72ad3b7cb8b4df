-- Match bool nested.
-- ==
-- input { true 3 } output { 3 }

entry main (b: bool) (x: i32) = match (b, x > 2) case (true, true) -> x case (true, false) -> 0 case (false, _) -> -1
