-- A number where an array is declared.
-- ==
-- error: E1201

entry main (x: i32) : []i32 = x
