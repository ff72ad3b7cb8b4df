-- A name after its scope.
-- ==
-- error: E1101

entry main (x: i32) : i32 = (let y = x in y) + y
