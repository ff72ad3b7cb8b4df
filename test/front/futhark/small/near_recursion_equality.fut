-- Near to recursion with functions and to comparisons that are wrong, but right.
-- ==
-- entry: main
-- input { [3i32, 4i32] } output { 7i32 true }
def sum [n] (xs: [n]i32): i32 = if n == 0 then 0 else xs[0] + sum (xs[1:])
def count 'a (n: i32) (x: a): i32 = if n == 0 then 0 else 1 + count (n - 1) x
def pairs (r: {a: []i32, b: (bool, f32)}) s = r == s
def same [n] (xs: [n]i32) ys = xs == ys
def update (r: {x: i32, y: bool}) = (r with x = 0) with y = true
entry main (xs: []i32) = (sum xs, same xs xs && count 3 true == 3 && pairs {a = xs, b = (true, 1)} {a = xs, b = (true, 1)} && (update {x = 1, y = false}).y)
