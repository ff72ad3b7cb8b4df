def mk (xs: []i32) = \(i: i64) -> xs[i]
def f (xs: *[]i32) = let g = mk xs let xs[0] = 1 in g 0 + xs[0]
