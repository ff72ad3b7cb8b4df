-- Hof size.
-- ==
-- input { [1,2,3] } output { [1,3,6] }

def apply [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) = f xs
entry main xs = apply (scan (+) 0) xs
