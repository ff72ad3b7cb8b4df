-- Two entry points with the same name.
-- ==
-- error: E1106
entry f (x: i32) = x
entry f (x: i32) = x + 1
