-- Functor body error.
-- ==
-- error: E1201

module f (m: {val x : i32}) = {def y = m.x + true}
entry main (y: i32) = y
