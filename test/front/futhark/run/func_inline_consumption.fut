-- Consuming functions, partially applied to their other arguments.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [7, 2, 3] }
def put (i: i64) (v: i32) (xs: *[]i32): *[]i32 = xs with [i] = v
def main (xs: *[]i32): []i32 = xs |> put 0 7
