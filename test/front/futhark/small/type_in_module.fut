-- Type in module.
-- ==
-- input { 3 } output { 3 }

module m = {type t = {a: i32}}
def f (x: m.t) = x.a
entry main (x: i32) = f {a = x}
