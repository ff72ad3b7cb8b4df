-- A refinement leaves a type as lifted as it was specified.
-- ==
-- error: E1214
module type s = { type^ t }
module m: s with t = i32 = { type t = i32 }
def main (xs: [2]m.t) = xs[0]
