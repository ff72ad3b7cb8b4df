-- Name dup entry.
-- ==
-- error: E1106

entry f (x: i32) = x
entry f (x: i32) = x
