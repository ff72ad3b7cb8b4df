-- An entry point may be called like any function.
-- ==
-- entry: outer
-- input { 3 } output { 16 }
-- ==
-- entry: inner
-- input { 3 } output { 9 }
entry inner (x: i32): i32 = x * x
entry outer (x: i32): i32 = inner (x + 1)
