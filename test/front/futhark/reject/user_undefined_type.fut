-- A type that does not exist.
-- ==
-- error: E1102

entry main (x: int) : int = x
