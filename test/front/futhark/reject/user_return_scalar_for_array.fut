-- A number where an array is declared.
-- ==
-- error: error\[E12

entry main (x: i32) : []i32 = x
