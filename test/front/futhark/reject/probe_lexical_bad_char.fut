-- Lexical bad char.
-- ==
-- error: error\[E

entry main (x: i32) = x ` 2
