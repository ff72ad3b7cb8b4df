-- A lambda of a typed pair.
-- ==
-- input { 3 } output { 4 }

entry main (x: i32) : i32 = (\(a: i32, b: i32) : i32 -> a + b) (x, 1)
