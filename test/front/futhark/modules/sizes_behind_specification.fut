module m: { val f [n]: [n]i32 -> []i32 } = { def f [n] (x: [n]i32): [n]i32 = x }
def main [n] (xs: [n]i32) = map2 (+) xs (m.f xs)
