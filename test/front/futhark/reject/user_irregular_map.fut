-- An iota of a different size in every row.
-- ==
-- error: E1303

entry main (n: i64) = map (\i -> iota i) (iota n)
