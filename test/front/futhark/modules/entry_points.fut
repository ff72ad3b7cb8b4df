-- Entry points, and `main`, which is always one. An entry point is a function like any other.
-- ==
-- entry: double
-- input { 3 } output { 6 }
-- ==
-- entry: main
-- input { 3 } output { 7 }
-- ==
-- entry: constant
-- input { } output { 5 }
entry double (x: i32) = 2 * x
entry constant: i32 = 5
def main (x: i32) = double x + 1
