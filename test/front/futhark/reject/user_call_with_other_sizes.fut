-- A function that wants equal sizes.
-- ==
-- error: error\[E1[23]

def add [n] (a: [n]i32) (b: [n]i32) = map2 (+) a b
entry main (a: []i32) (b: []i32) = add a b
