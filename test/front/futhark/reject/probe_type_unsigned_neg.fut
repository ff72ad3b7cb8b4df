-- Type unsigned neg.
-- ==
-- error: E1201

entry main (x: bool) = -x
