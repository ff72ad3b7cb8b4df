-- A section whose right operand would be consumed by every call.
def (+^) [n] (i: i64) (xs: *[n]i32) = xs with [i] = 0
def main (xs: *[3]i32) = let f = (+^ xs) in (f 0, f 1)
