-- A specification relates sizes that the value does not.
-- ==
-- error: E1111
module m: {val f [n]: [n]i32 -> [n]i32} = {def f [n] (xs: [n]i32): [n + n]i32 = xs ++ xs}
def main (xs: []i32) = m.f xs
