-- Name param size clash.
-- ==
-- error: E1212

def f [n] (n: i32) (x: [n]i32) = n
entry main (x: []i32) = f 1 x
