-- An operator that changes the type.
-- ==
-- error: E1201

entry main (xs: []i32) : i64 = reduce (\acc x -> acc + i64.i32 x) 0 xs
