-- Sizes that apply a function which is a parameter.
-- ==
-- entry: main
-- input { 2i64 } output { [2, 2, 2] }
-- ==
-- entry: double
-- input { 2i64 } output { [1, 1, 1, 1] }
def f (n: i64) (g: i64 -> i64): [g n]i32 = replicate (g n) 1i32
entry main (n: i64) = map2 (+) (f n (+ 1)) (f n (+ 1))
entry double (n: i64) = f n (\x -> x * 2)
