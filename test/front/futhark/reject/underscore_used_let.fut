-- The same for a let.
-- ==
-- error: E1116
def main (x: i32) = let _y = x in _y
