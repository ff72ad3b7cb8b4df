-- Two arguments that must have one type.
-- ==
-- error: E1112
module type s = { type t val x: t }
module f (P: s) (Q: s with t = P.t) = { def pick b = if b then P.x else Q.x }
module a = f { type t = i64 def x = 1i64 } { type t = i32 def x = 1i32 }
def main (x: i32) = x
