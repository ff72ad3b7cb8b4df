-- An entry point that takes a function.
-- ==
-- error: error\[E1

entry main (f: i32 -> i32) : i32 = f 1
