-- No such field.
-- ==
-- error: E1203

entry main (a: i32) = let p = {x = a, y = a} in p.z
