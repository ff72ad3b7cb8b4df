-- The last argument needs a size that the first one makes.
-- ==
-- error: E1304
def r [n] 'a (x: a) : [n]a = replicate n x
def main (xs: []i32) = zip (filter (>0) xs) (r 1i32)
