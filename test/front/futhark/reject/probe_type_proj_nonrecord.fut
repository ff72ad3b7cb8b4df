-- Type proj nonrecord.
-- ==
-- error: error\[E12

entry main (x: i32) = x.foo
