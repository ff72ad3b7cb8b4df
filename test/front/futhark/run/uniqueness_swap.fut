-- Two elements swapped in place through scalars.
-- ==
-- entry: main
-- input { [1, 2, 3] 0i64 2i64 } output { [3, 2, 1] }
-- input { [1, 2, 3] 1i64 1i64 } output { [1, 2, 3] }
def swap 't [n] (xs: *[n]t) (i: i64) (j: i64): *[n]t =
  let a = copy xs[i]
  let b = copy xs[j]
  in xs with [i] = b with [j] = a
def main (xs: *[]i32) (i: i64) (j: i64): []i32 = swap xs i j
