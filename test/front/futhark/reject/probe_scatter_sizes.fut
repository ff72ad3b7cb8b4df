-- Scatter sizes.
-- ==
-- error: error\[E13

entry main (n: i64) = scatter (iota n) [0, 1] [5]
