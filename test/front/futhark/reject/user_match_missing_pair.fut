-- A combination is forgotten.
-- ==
-- error: error\[E15

entry main (a: bool) (b: bool) : i32 = match (a, b) case (true, _) -> 1 case (_, true) -> 2
