-- Elements of different types.
-- ==
-- error: error\[E12

entry main = [1i32, 2i64]
