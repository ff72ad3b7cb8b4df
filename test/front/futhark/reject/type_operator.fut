-- Operands of different types.
-- ==
-- error: E1201
def main (x: i32) (y: i64) = x + y
