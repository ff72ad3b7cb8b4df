-- Lets in tuples.
-- ==
-- input { 3 } output { 1 2 }

entry main (x: i32) = let x = x let y = 1 in (y, let z = 2 in z)
