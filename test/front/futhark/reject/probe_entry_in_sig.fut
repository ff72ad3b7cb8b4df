-- Entry in sig.
-- ==
-- error: E1001

module type s = {entry main : i32}
entry main (y: i32) = y
