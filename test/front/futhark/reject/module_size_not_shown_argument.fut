-- The argument of a parametric module, too, must show the sizes of its types.
-- ==
-- error: E1112
module type s = { type^ t [n] }
module f (P: s) = {}
module k = f { type^ t [n] = [n]i32 -> i32 }
def main (x: i32) = x
