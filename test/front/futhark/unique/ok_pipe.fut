def consume (xs: *[]i32): i32 = xs[0]
def f (xs: *[]i32) = xs |> consume
def g (xs: *[]i32) = consume <| xs
def h (n: i64) = iota n |> map i32.i64 |> consume
