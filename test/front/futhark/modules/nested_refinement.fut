-- ==
-- input { 3 } output { 4 }
module type outer = { module m: { type t val f: t -> t } val start: m.t }
module o: outer with m.t = i32 = { module m = { type t = i32 def f (x: t) = x + 1 } def start = 0i32 }
def main (x: i32): i32 = o.m.f x + o.start
