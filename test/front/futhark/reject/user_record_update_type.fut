-- An update that changes the type.
-- ==
-- error: E1201

type p = {x: i32}
def f (q: p) : p = q with x = true
entry main (a: i32) = (f {x = a}).x
