-- Size param as type.
-- ==
-- error: E1102

def f [n] (x: n) = x
entry main (x: i32) = x
