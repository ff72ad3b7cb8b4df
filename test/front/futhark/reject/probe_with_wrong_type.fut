-- With wrong type.
-- ==
-- error: E1112

module m : {type t val x : t} with t = f32 = {type t = i32 def x = 1i32}
entry main (x: i32) = x
