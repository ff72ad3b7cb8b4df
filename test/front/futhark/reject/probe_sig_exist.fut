-- Sig exist.
-- ==
-- error: E1111

module m : {val f [n] : [n]i32 -> [n]i32} = {def f [n] (xs: [n]i32) : []i32 = filter (> 0) xs}
entry main (x: i32) = x
