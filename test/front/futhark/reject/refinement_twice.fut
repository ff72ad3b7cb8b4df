-- What is refined is known, and cannot be refined again.
-- ==
-- error: E1113
module type s = { type t }
module type narrow = (s with t = i32) with t = i64
def main (x: i32) = x
