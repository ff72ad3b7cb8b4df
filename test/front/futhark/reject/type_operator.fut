-- Operands of different types.
-- ==
-- error: E12
def main (x: i32) (y: i64) = x + y
