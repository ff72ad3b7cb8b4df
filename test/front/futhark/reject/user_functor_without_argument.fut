-- A parametric module is no module.
-- ==
-- error: error\[E1

module f (m: {val x : i32}) = {def z = m.x}
entry main = f.z
