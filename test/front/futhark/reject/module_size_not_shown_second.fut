-- Only one of two sizes is shown.
-- ==
-- error: E1112
module type s = { type^ t [n] [k] }
module m: s = { type^ t [n] [k] = ([n]i32, i32 -> [k]i32) }
def main (x: i32) = x
