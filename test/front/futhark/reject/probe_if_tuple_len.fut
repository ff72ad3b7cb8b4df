-- If tuple len.
-- ==
-- error: E1201

entry main (b: bool) = if b then (1, 2) else (1, 2, 3)
