-- Function closure record sum.
-- ==
-- input { 3 } output { 10 }

type s = #circle f64 | #square i32
def area (k: i32) (x: s) : i32 = match x case #circle r -> k + i32.f64 r case #square a -> a * a + k
entry main (x: i32) = let f = area 1 in f (#square x) |> (\y -> y)
