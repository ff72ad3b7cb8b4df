-- Size iota minus.
-- ==
-- error: error\[E1[23]

entry main (n: i64) : [n]i64 = iota (n - 1)
