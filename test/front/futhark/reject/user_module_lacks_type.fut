-- The module lacks a type.
-- ==
-- error: E1110

module type s = {type t val x : t}
module m : s = {def x = 1i32}
entry main (x: i32) = x
