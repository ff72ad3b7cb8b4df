-- ==
-- input { 7 } output { 8 9 10 11 }
module a = { def f (x: i32) = x + 1 }
module b = { open a def g (x: i32) = f x + 1 }
module c = { local open b def h (x: i32) = g x + 1 }
module d = { open b open c def k (x: i32) = h x + f 0 }
def main (x: i32) = (d.f x, d.g x, d.h x, d.k x)
