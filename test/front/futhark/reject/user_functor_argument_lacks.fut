-- The argument lacks a member.
-- ==
-- error: E1110

module f (m: {val x : i32 val y : i32}) = {def z = m.x + m.y}
module g = f {def x = 1i32}
entry main = g.z
