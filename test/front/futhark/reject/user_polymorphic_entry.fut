-- An entry point with a type parameter.
-- ==
-- error: E1114

entry main 't (x: t) : t = x
