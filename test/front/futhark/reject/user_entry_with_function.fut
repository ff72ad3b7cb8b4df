-- An entry point that takes a function.
-- ==
-- error: E1114

entry main (f: i32 -> i32) : i32 = f 1
