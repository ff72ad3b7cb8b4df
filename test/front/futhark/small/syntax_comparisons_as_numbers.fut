-- Comparisons as numbers.
-- ==
-- input { 7 } output { 1 }

let main (x: i32) = i32.bool (x > 5 && (x < 10 || x == 20))
