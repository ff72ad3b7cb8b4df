-- A function that wants equal sizes.
-- ==
-- error: E1301

def add (a: []i32) (b: []i32) = map2 (+) a b
entry main [n] [m] (a: [n]i32) (b: [m]i32) = add a b
