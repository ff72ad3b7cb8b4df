def a (x: *([3][2]i32, [2]i32)) = let y = x.0[0] let z = x with 0[1, 1] = 9 in (z, y)
def b (x: *{p: {xs: [3]i32}, q: i32}) = let y = x let y.p.xs[0] = 1 in (x.q, x.p.xs[0])
def c (x: *[2]{a: [2]i32}) = x with [0].a = x[1].a
