-- An iota of a different size in every row.
-- ==
-- error: error\[E1[23]

entry main (n: i64) = map (\i -> iota i) (iota n)
