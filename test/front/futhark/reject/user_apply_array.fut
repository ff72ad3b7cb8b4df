-- An array is no function; a blank before the bracket makes an application.
-- ==
-- error: error\[E1

entry main (xs: []i32) : i32 = xs [0]
