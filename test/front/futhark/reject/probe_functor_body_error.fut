-- Functor body error.
-- ==
-- error: error\[E1

module f (m: {val x : i32}) = {def y = m.x + true}
entry main (y: i32) = y
