-- Match tuple wild.
-- ==
-- input { 1 2 } output { 10 }

entry main (a: i32) (b: i32) = match (a, b) case (1, 1) -> 0 case (1, _) -> 10 case (_, 1) -> 20 case _ -> 30
