-- Type numlit bool.
-- ==
-- error: E1201

entry main : bool = 1
