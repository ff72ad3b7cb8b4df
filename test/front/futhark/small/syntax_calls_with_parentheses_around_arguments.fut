-- Calls with parentheses around arguments.
-- ==
-- input { 2 } output { 8 }

let pow (x: i32, n: i32): i32 = loop (acc) = (1) for i < n do acc * x
let main (x: i32): i32 = pow(x, 3)
