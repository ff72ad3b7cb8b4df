-- Type proj nonrecord.
-- ==
-- error: E1203

entry main (x: i32) = x.foo
