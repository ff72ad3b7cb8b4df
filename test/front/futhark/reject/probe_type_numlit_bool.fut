-- Type numlit bool.
-- ==
-- error: error\[E12

entry main : bool = 1
