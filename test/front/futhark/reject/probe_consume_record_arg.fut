-- Consume record arg.
-- ==
-- error: E1401

def f (r: *{a: [3]i32}) = r.a with [0] = 1
entry main (x: i32) = let r = {a = [x, x, x]} let y = f r in y[0] + r.a[0]
