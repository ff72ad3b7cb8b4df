module m: { val z [n]: *[n]i32 -> *[n]i32 } = { def z [n] (x: [n]i32): *[n]i32 = copy x }
def main [n] (xs: *[n]i32) = let ys = m.z xs in (xs[0], ys)
