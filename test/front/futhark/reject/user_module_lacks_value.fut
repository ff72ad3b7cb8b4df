-- The module lacks what its type asks for.
-- ==
-- error: E1110

module type s = {val x : i32 val y : i32}
module m : s = {def x = 1i32}
entry main = m.x
