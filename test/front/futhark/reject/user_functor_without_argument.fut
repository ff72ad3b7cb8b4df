-- A parametric module is no module.
-- ==
-- error: E1109

module f (m: {val x : i32}) = {def z = m.x}
entry main = f.z
