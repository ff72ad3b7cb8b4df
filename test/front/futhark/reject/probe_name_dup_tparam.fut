-- Name dup tparam.
-- ==
-- error: E1212

def f 'a 'a (x: a) = x
entry main (x: i32) = f x
