-- Prec.
-- ==
-- input { 5 } output { 11 7 13 }

entry main (x: i32) = (1 + 2 * x, 1 | 2 + 5 & 7, x << 1 + 1 - 1 + 0 ^ 7)
