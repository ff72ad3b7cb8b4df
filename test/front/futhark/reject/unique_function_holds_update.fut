-- An update inside the expression that makes a function.
-- ==
-- error: E1414
def main (xs: *[]i32) = let f = (let ys = xs with [0] = 1 in \(i: i64) -> ys[i]) in f 0
