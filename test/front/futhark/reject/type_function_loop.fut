-- Functions cannot be the state of a loop.
-- ==
-- error: E1206
def main (x: i32) = (loop f = (+ 1) for i < 3 do f >-> (+ i)) x
