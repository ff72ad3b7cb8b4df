-- ==
-- input { 3 4 } output { 7 12 }
module m: { val f: (i32, i32) -> i32 val g: i32 -> i32 -> i32 } = { def f (a, b) = a + b def g = \a b -> a * b }
def main a b = (m.f (a, b), m.g a b)
