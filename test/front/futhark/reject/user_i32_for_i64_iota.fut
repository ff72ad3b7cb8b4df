-- iota takes an i64.
-- ==
-- error: error\[E12

entry main (n: i32) : []i64 = iota n
