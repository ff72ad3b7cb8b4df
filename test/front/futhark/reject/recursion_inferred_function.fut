-- The result of recursion is no function.
-- ==
-- error: E1206
def f (x: i32) = \(y: i32) -> f (x - 1) y
