-- Too small for i8.
-- ==
-- error: E1213

entry main : i8 = -129
