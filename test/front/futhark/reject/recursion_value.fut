-- A value cannot be defined by itself.
-- ==
-- error: E1101
def x = x + 1i32
