-- iota takes an i64.
-- ==
-- error: E1201

entry main (n: i32) : []i64 = iota n
