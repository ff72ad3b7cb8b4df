-- Entry in sig.
-- ==
-- error: error\[E

module type s = {entry main : i32}
entry main (y: i32) = y
