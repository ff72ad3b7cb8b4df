-- Consume const arg.
-- ==
-- error: E1403

def f (x: *[3]i32) = x with [0] = 1
def g : [3]i32 = [1, 2, 3]
entry main (y: i32) = f g
