-- Halves.
-- ==
-- input { [1,2,3,4] } output { [1,2] [3,4] }

let main [n] (xs: [n]i32) : ([]i32,[]i32) = let h = n / 2 in (xs[:h], xs[h:])
