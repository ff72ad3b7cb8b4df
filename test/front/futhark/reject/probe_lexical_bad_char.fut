-- Lexical bad char.
-- ==
-- error: E1001

entry main (x: i32) = x ` 2
