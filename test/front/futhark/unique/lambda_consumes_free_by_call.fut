def consume (xs: *[]i32): i32 = xs[0]
def f (xs: *[]i32) (n: i64) = map (\_ -> consume xs) (iota n)
