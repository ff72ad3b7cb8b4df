-- Functions cannot be the result of an if.
-- ==
-- error: E1206
def main (b: bool) (x: i32) = (if b then (+ 1) else (* 2)) x
