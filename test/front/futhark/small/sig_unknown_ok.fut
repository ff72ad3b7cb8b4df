-- Sig unknown ok.
-- ==
-- input { [1,-1] } output { [1] }

module m : {val f [n] : [n]i32 -> []i32} = {def f [n] (xs: [n]i32) : []i32 = filter (> 0) xs}
entry main (xs: []i32) = m.f xs
