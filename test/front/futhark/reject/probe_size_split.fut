-- Size split.
-- ==
-- error: E1301

entry main [k] (xs: [k]i32) : ([2]i32, []i32) = split xs
