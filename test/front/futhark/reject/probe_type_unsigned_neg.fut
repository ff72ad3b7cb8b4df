-- Type unsigned neg.
-- ==
-- error: error\[E1

entry main (x: bool) = -x
