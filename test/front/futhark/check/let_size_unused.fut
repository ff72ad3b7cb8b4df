-- A size of a let that is the size of nothing.
def f (x: i32) = let [n] y = x in y + n
