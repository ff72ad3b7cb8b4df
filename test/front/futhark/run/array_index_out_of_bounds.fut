-- Reading outside of an array fails; so does a negative index.
-- ==
-- entry: main
-- input { [1, 2] 1i64 } output { 2 }
-- input { [1, 2] 2i64 } error: E0402.*ut of bounds
-- input { [1, 2] -1i64 } error: E0402.*ut of bounds
-- input { empty([0]i32) 0i64 } error: E0402.*ut of bounds
def main (xs: []i32) (i: i64) = xs[i]
