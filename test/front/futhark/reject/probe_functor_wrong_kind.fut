-- Functor wrong kind.
-- ==
-- error: E1111

module f (m: {type t val x : t}) = {def y = m.x}
module g = f {type t = i32 def x = true}
entry main (x: i32) = x
