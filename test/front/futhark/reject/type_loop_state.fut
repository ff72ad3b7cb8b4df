-- The body of a loop has another type than its state.
-- ==
-- error: E1201
def main (n: i32) = loop x = 0i32 for i < n do x > 1
