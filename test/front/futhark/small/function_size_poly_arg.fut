-- Function size poly arg.
-- ==
-- input { [1,2,3] [4,5] } output { 6 9 }

def both (f: (n: i64) -> [n]i32 -> i32) (xs: []i32) (ys: []i32) = (f (length xs) (xs :> [length xs]i32), f (length ys) (ys :> [length ys]i32))
entry main (xs: []i32) (ys: []i32) = both (\_ zs -> i32.sum zs) xs ys
