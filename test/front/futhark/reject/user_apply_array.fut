-- An array is no function; a blank before the bracket makes an application.
-- ==
-- error: E1202

entry main (xs: []i32) : i32 = xs [0]
