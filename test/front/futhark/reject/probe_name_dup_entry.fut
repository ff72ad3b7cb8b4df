-- Name dup entry.
-- ==
-- error: error\[E1

entry f (x: i32) = x
entry f (x: i32) = x
