-- Functor body abstract.
-- ==
-- error: E1201

module f (m: {type t val x : t}) = {def y = m.x + 1}
entry main (y: i32) = y
