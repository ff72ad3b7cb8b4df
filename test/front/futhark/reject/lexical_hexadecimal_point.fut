-- A hexadecimal number with a point needs an exponent.
-- ==
-- error: E1006
def f = 0x1.8
