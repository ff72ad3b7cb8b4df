-- Too small for i8.
-- ==
-- error: error\[E

entry main : i8 = -129
