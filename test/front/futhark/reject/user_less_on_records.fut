-- Records cannot be ordered.
-- ==
-- error: E1201

entry main (a: i32) : bool = {x = a} < {x = 2}
