-- A field given twice.
-- ==
-- error: E1212

entry main (a: i32) = let p = {x = a, x = a} in p.x
