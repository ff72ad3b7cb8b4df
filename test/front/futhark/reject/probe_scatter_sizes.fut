-- Scatter sizes.
-- ==
-- error: E1301

entry main (n: i64) = scatter (iota n) [0, 1] [5]
