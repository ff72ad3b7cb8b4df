-- An entry point that takes a function behind its named parameters.
-- ==
-- error: E1114

entry main (x: i32) : (i32 -> i32) -> i32 = \f -> f x
