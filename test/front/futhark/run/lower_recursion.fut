-- Recursive definitions become recursive functions.
-- ==
-- entry: r1
-- input { 5 } output { 120i32 }
-- ==
-- entry: r2
-- input { 10i64 } output { [0i64, 1i64, 1i64, 2i64, 3i64, 5i64, 8i64, 13i64, 21i64, 34i64] }
-- ==
-- entry: r3
-- input { [3,1,2,9,0] } output { [0i32, 1i32, 2i32, 3i32, 9i32] }

def fact (n: i32): i32 = if n <= 1 then 1 else n * fact (n - 1)
def fib (n: i64): i64 = if n < 2 then n else fib (n - 1) + fib (n - 2)
entry r1 (n: i32) = fact n
entry r2 (n: i64) = map fib (iota n)
def qsort [n] (xs: [n]i32): [n]i32 = if n <= 1 then xs else let p = xs[0] let (a, b) = partition (< p) xs[1:] in (qsort a ++ [p] ++ qsort b) :> [n]i32
entry r3 (xs: []i32) = qsort xs
