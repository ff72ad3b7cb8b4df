-- Exist in record.
-- ==
-- input { [1,-1,2] } output { 2i64 3 }

def f (xs: []i32) : ?[k].{ys: [k]i32, n: i64} = let ys = filter (> 0) xs in {ys, n = length ys}
entry main (xs: []i32) = let r = f xs in (r.n, i32.sum r.ys)
