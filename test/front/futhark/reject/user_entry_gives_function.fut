-- An entry point that gives a function.
-- ==
-- error: error\[E1

entry main (x: i32) : i32 -> i32 = \y -> x + y
