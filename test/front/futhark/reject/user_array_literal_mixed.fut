-- Elements of different types.
-- ==
-- error: E1201

entry main = [1i32, 2i64]
