-- Size iota minus.
-- ==
-- error: E1301

entry main (n: i64) : [n]i64 = iota (n - 1)
