module type s = { type t [n] val mk [n]: [n]i32 -> t [n] val same [n]: t [n] -> t [n] -> bool }
module m: s = { type t [n] = [n]i32 def mk [n] (x: [n]i32): t [n] = x def same [n] (x: t [n]) (y: t [n]) = true }
def main = m.same (m.mk [1,2]) (m.mk [1,2,3])
