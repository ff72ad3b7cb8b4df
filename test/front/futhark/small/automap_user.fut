-- Automap user.
-- ==
-- input { [1,2,3] } output { [2,3,4] [11,12,13] 9 }

def inc (x: i32) = x + 1
def add (x: i32) (y: i32) = x + y
entry main (xs: []i32) = (inc xs, add 10 xs, i32.sum (inc xs))
