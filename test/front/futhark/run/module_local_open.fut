-- Names of a module for one expression.
-- ==
-- entry: main
-- input { 3 } output { 12 6 }
module m = { def plus (a: i32) (b: i32) = a + b def three = 3i32 }
def main (x: i32): (i32, i32) = (m.(plus x (three * three)), m.plus m.three x)
