def fact (n: i32): i32 = if n <= 0 then 1 else n * fact (n - 1)
def fill (xs: *[]i32) (i: i64): *[]i32 = if i >= length xs then xs else fill (xs with [i] = 1) (i + 1)
