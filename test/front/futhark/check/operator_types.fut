-- Operands of different types.
def f (x: i32) (y: i64) = x + y
