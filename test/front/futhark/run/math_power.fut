-- Powers of integers and floats.
-- ==
-- entry: integer
-- input { 3 4 } output { 81 }
-- input { 2 31 } output { -2147483648 }
-- input { -2 3 } output { -8 }
-- input { 0 0 } output { 1 }
-- input { 2 -1 } error: E0403
-- ==
-- entry: real
-- input { 2.0 0.5 } output { 1.4142135623730951 }
-- input { 2.0 -1.0 } output { 0.5 }
entry integer (x: i32) (y: i32) = x ** y
entry real (x: f64) (y: f64) = x ** y
