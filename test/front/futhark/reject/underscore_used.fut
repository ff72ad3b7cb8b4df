-- A name that begins with an underscore is not used.
-- ==
-- error: E1116
def main (_x: i32) = _x + 1
