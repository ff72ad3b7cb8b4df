-- An array of twice the size does not show the size.
-- ==
-- error: E1112
module type s = { type t [n] }
module m: s = { type t [n] = [n * 2]i32 }
def main (x: i32) = x
