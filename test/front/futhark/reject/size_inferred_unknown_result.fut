-- A size that only the body knows cannot be mapped.
-- ==
-- error: E1303
def f (xs: []i32): []i32 = filter (> 0) xs
def main (xss: [][]i32) = map f xss
