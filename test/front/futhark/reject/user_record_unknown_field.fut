-- No such field.
-- ==
-- error: error\[E1

entry main (a: i32) = let p = {x = a, y = a} in p.z
