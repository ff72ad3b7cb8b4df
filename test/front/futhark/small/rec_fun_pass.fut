-- Rec fun pass.
-- ==
-- input { 3 } output { 8 }

type^ ops = {f: i32 -> i32, g: i32 -> i32}
def use (o: ops) (x: i32) = o.g (o.f x)
def compose (o: ops) : ops = {f = o.g, g = o.f}
entry main (x: i32) = use (compose {f = (+ 1), g = (* 2)}) x + 1
