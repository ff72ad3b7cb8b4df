-- An entry point with a type parameter.
-- ==
-- error: error\[E1

entry main 't (x: t) : t = x
