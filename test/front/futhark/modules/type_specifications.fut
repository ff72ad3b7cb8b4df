-- ==
-- input { 3 } output { 4 }
module type t1 = { type a = i32 type b = (a, a) val f: b -> a }
module m: t1 = { type a = i32 type b = (i32, a) def f (x, y) = x + y }
module n: { type^ fn = i32 -> i32 val go: fn -> i32 } = { type^ fn = i32 -> i32 def go (f: fn) = f 1 }
def main (x: i32) = m.f (x, n.go (\y -> y))
