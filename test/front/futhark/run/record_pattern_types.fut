-- The fields of a record pattern may have types.
-- ==
-- input { 1 2 } output { 33 }
-- input { -4 10 } output { 66 }
type point = {x: i32, y: i32}
def add {x: i32, y: i32} = x + y
def scale (k: i32) {x: i32, y = b: i32}: point = {x = k * x, y = k * b}
def total [n] {xs: [n]i32, weight: i32} = weight * i32.sum xs
def main (a: i32) (b: i32): i32 =
  let {x: i32, y: i32} = scale 10 {x = a, y = b}
  let f = \{x: i32, y} -> x + y
  in match {x, y}
     case {x = 0, y: i32} -> y
     case {x: i32, y: i32} -> f {x, y} + total {xs = [x / 10, y / 10], weight = 1} + add {x = 0, y = 0}
