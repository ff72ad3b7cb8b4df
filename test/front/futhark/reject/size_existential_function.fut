-- An existential size that only a function has.
-- ==
-- error: E1309
def f : ?[n].(bool -> [n]bool) = \_ -> [true]
