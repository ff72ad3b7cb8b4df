-- Name op unknown.
-- ==
-- error: E1101

entry main (x: i32) = x <+> 2
