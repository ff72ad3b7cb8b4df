-- A lambda is made before the size of its parameter is known.
def main (xs: []i32) = let k = (\(ys: []i32) -> ys) in let ys = filter (>0) xs in k ys
