-- An entry point may not return a function.
-- ==
-- error: E1
entry f (x: i32): i32 -> i32 = \y -> x + y
