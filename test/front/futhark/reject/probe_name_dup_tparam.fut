-- Name dup tparam.
-- ==
-- error: error\[E1

def f 'a 'a (x: a) = x
entry main (x: i32) = f x
