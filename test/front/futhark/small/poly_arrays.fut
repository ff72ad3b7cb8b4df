-- Poly arrays.
-- ==
-- input { [1,2] [true] } output { [2,1] [true] 2i64 }

def rev 'a [n] (xs: [n]a) : [n]a = map (\i -> xs[n - i - 1]) (iota n)
entry main (a: []i32) (b: []bool) = (rev a, rev b, length (rev (rev a)))
