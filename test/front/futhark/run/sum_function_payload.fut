-- A sum may hold a function.
-- ==
-- entry: main
-- input { 5 } output { 6 5 }
type^ action = #apply (i32 -> i32) | #keep
def run (a: action) (x: i32): i32 = match a case #apply f -> f x case #keep -> x
def main (x: i32): (i32, i32) = (run (#apply (+ 1)) x, run #keep x)
