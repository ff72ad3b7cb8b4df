-- A hidden type whose size no value shows.
-- ==
-- error: E1112
module type s = { type^ t [n] val mk [n]: [n]i32 -> t [n] }
module m: s = { type^ t [n] = i32 -> [n]i32 def mk [n] (x: [n]i32): t [n] = \_ -> x }
def main (x: i32) = x
