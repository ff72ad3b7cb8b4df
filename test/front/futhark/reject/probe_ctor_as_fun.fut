-- Ctor as fun.
-- ==
-- error: E1204

type t = #a i32
def f (xs: []i32) : []t = map #a xs
entry main (y: i32) = y
