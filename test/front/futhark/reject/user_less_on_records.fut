-- Records cannot be ordered.
-- ==
-- error: error\[E12

entry main (a: i32) : bool = {x = a} < {x = 2}
