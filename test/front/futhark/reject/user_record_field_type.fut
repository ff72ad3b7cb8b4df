-- A field of another type.
-- ==
-- error: E1201

type p = {x: i32}
entry main : i32 = let q : p = {x = 1.5} in q.x
