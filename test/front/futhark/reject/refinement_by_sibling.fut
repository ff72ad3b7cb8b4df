-- A refinement sees what is around the module type, and not what is in it.
-- ==
-- error: E1102
module type s = { type t type u }
module type narrow = s with t = u
def main (x: i32) = x
