-- The branches of an if differ.
-- ==
-- error: E1201

entry main (b: bool) = if b then 1i32 else true
