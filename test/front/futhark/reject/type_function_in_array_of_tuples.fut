-- A tuple with a function as an element.
-- ==
-- error: E1206
def main (x: i32) = map (\i -> (i, (+ i))) [1, 2, x]
