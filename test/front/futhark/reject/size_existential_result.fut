-- An existential size in the result of a function type.
-- ==
-- error: E1309
type^ t = ?[n].bool -> [n]bool
