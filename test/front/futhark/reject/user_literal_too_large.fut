-- A literal that does not fit.
-- ==
-- error: E1213

entry main : u8 = 256
