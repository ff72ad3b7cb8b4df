-- Syntax let type.
-- ==
-- error: error\[E

entry main x: i32 = x y:
