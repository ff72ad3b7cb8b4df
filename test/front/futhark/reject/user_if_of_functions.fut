-- An if cannot give a function.
-- ==
-- error: E1206

def f (x: i32) = x
def g (x: i32) = x + 1
entry main (b: bool) (x: i32) : i32 = (if b then f else g) x
