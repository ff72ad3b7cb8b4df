-- Size loop body.
-- ==
-- error: E1301

def f [n] (xs: [n]i32) : [n]i32 = loop xs for _i < 3i32 do xs ++ [0]
entry main (xs: []i32) = f xs
