-- Syntax let type.
-- ==
-- error: E1001

entry main x: i32 = x y:
