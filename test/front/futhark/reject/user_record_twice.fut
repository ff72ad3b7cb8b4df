-- A field given twice.
-- ==
-- error: error\[E

entry main (a: i32) = let p = {x = a, x = a} in p.x
