-- A refinement of a type that is not there.
-- ==
-- error: E1113

module type s = {val x : i32}
module m : s with t = i32 = {def x = 1i32}
entry main = m.x
