module type S = { type s val mk: i32 -> *s val upd: *s -> i32 -> *s val get: s -> i32 }
module s: S = { type s = [10]i32 def mk (x: i32): *s = replicate 10 x def upd (x: *s) (y: i32): *s = x with [0] = y def get (x: s) = x[0] }
def f (x: i32) = let a = s.mk x let a = s.upd a 2 let a = s.upd a 3 in s.get a
def g (n: i32) = loop a = s.mk 1 for i < n do s.upd a i
