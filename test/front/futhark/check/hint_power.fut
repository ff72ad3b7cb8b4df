-- `^` is exclusive or on integers; a power is `**`.
def square (x: f64) = x^2
def cube (x: f32) = x ^ 3.0
def large = 2^10
def bits = 0x2 ^ 10
def by_name (x: f64) = pow x 2
def by_module (x: f64) = f64.pow x 2
