-- Lexical upper.
-- ==
-- error: E1006

entry main (x: i32) = let 1x = 2 in x
