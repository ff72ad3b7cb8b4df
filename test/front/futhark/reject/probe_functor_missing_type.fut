-- Functor missing type.
-- ==
-- error: E1110

module f (m: {type t}) = {type u = m.t}
module g = f {def x = 1i32}
entry main (x: i32) = x
