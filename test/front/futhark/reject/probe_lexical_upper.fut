-- Lexical upper.
-- ==
-- error: error\[E

entry main (x: i32) = let 1x = 2 in x
