-- A pair has no third component.
-- ==
-- error: E1203

entry main (x: i32) : i32 = let p = (x, x) in p.2
