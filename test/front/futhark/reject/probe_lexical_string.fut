-- Lexical string.
-- ==
-- error: E1005

entry main (x: i32) = "abc
