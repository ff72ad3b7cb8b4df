-- Functor wrong kind.
-- ==
-- error: error\[E1

module f (m: {type t val x : t}) = {def y = m.x}
module g = f {type t = i32 def x = true}
entry main (x: i32) = x
