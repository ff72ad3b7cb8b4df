-- A name after its scope.
-- ==
-- error: error\[E11

entry main (x: i32) : i32 = (let y = x in y) + y
