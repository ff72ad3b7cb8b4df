-- A literal that does not fit.
-- ==
-- error: error\[E

entry main : u8 = 256
