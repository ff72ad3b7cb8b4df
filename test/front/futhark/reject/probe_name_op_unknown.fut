-- Name op unknown.
-- ==
-- error: error\[E11

entry main (x: i32) = x <+> 2
