-- A definition that seems to be recursive, because a loop binds its name, and whose type cannot be found out.
-- ==
-- error: E1205
entry xs (n: i32) = loop (xs, k) = ([], 0) for _i < n do (xs ++ [#foo], k + 1i64)
