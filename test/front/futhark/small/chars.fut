-- Chars.
-- ==
-- input { "abc" } output { "ABC" }

entry main (s: []u8) = map (\c -> c - 32) s
