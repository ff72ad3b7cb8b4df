-- Parts of a parameter that have a `*` are consumed, the others are read.
-- ==
-- input { [1, 2, 3] [4, 5, 6] } output { 88i32 }
def first (xs: *[]i32, ys: []i32): i32 = let xs[0] = 10 in i32.sum xs + ys[0]
def second ({xs, ys = (ys, n)}: {xs: []i32, ys: *([]i32, i32)}): i32 =
  let ys[0] = n in i32.sum ys + xs[0]
def whole (p: (*[]i32, []i32)): i32 = let y = p.1[1] let q = p.0 with [1] = 20 in i32.sum q + y
def steps (xs: *[]i32) (ys: []i32): i32 =
  let (a, _) = loop (a: *[]i32, b: []i32) = (xs, ys) for i < 3 do (a with [i] = a[i] + b[i], b)
  in i32.sum a
def main (xs: []i32) (ys: []i32): i32 =
  first (copy xs, copy ys) + second {xs = copy xs, ys = (copy ys, 7)} + whole (copy xs, copy ys)
  + steps (copy xs) ys
