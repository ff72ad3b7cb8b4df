-- Lexical string.
-- ==
-- error: error\[E

entry main (x: i32) = "abc
