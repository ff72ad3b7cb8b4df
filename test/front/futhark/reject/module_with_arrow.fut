-- A `->` behind `with` belongs to the type, so what follows is no module type.
-- ==
-- error: E1102
module type s = { type^ t val x: t }
module type parametric = s with t = i32 -> s
