-- Size ret names.
-- ==
-- error: E1301

def f [n][m] (a: [n]i32) (b: [m]i32) : [m]i32 = a
entry main (a: []i32) (b: []i32) = f a b
