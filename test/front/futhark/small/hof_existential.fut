-- Hof existential.
-- ==
-- input { [1,-2,3] } output { [1,3] }

def apply [n] (f: [n]i32 -> []i32) (xs: [n]i32) : []i32 = f xs
entry main xs = apply (filter (>0)) xs
