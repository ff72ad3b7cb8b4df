-- A call that consumes and gives a function.
-- ==
-- error: E1414
def mk (xs: *[]i32) = \(i: i64) -> xs[i]
def main (xs: *[]i32) = let f = mk xs in f 0
