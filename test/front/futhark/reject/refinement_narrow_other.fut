-- A refined module type asks for that type.
-- ==
-- error: E1112
module type s = { type t val x: t }
module type narrow = s with t = i32
module m: narrow = { type t = i64 def x = 3i64 }
def main (x: i32) = x
