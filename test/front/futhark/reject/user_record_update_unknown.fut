-- An update of a field that is not there.
-- ==
-- error: E1203

entry main (a: i32) = let p = {x = a} in (p with y = 1).x
