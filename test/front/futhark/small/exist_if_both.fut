-- Exist if both.
-- ==
-- input { true } output { 3i64 }

entry main (b: bool) = let xs = if b then iota 3 else iota 5 in length xs
