-- A function argument called in a loop inside of a polymorphic function.
-- ==
-- entry: main
-- input { 3 } output { 24 [8.0, 16.0] }
def repeat 'a (n: i32) (f: a -> a) (x: a): a = loop x for _i < n do f x
def main (n: i32): (i32, [2]f64) = (repeat n (* 2) 3, repeat n (map (* 2)) [1, 2])
