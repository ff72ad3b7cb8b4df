-- A function is instantiated before its size is known.
-- ==
-- error: E1304
def main (xs: []i32) = let f = map2 (+) in let ys = filter (>0) xs in f ys ys
