-- The branches of an if differ.
-- ==
-- error: error\[E12

entry main (b: bool) = if b then 1i32 else true
