-- A type that does not exist.
-- ==
-- error: error\[E11

entry main (x: int) : int = x
