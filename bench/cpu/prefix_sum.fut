-- All prefix sums.
entry main [n] (x: [n]i32): [n]i32 = scan (+) 0 x
-- ==
-- input { [1, 2, 3] } output { [1, 3, 6] }
