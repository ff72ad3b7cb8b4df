-- The value of a size that only a function has.
-- ==
-- error: E1306
def f [n] (g: [n]i32 -> i32) = n
def main (x: i32) = f i32.sum
