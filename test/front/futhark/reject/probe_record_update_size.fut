-- Record update size.
-- ==
-- error: E1301

type r [n] = {xs: [n]i32}
def f [n] (q: r [n]) : r [n] = q with xs = tail q.xs
entry main (x: i32) = x
