-- An entry point may not take functions.
-- ==
-- error: E1114
entry f (g: i32 -> i32): i32 = g 1
