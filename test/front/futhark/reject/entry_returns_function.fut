-- An entry point may not return a function inside its result.
-- ==
-- error: E1114
entry f (x: i32): (i32, i32 -> i32) = (x, \y -> x + y)
