-- Old programs declare with let.
-- ==
-- entry: main
-- input { 5 } output { 26 }
let square (x: i32): i32 = x * x
let main (x: i32): i32 = square x + 1
