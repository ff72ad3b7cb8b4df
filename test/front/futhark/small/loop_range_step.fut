-- Loop range step.
-- ==
-- input { 10 } output { [1,3,5,7,9] [10,8,6,4,2] }

entry main (n: i32) : ([]i32, []i32) = (1..3..<n, n..(n-2)..>0)
