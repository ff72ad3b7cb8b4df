-- Values of an abstract type cannot be compared.
-- ==
-- error: E1218
module f (p: { type t val x : t }) = { def y = p.x == p.x }
