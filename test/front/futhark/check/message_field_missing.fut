-- A record that lacks a declared field.
def f (r: {a: i32, b: i32}) = r.a + r.b
def g (x: i32) = f {a = x}
def h (x: i32): {a: i32, b: i32} = {a = x, b = 1, c = 2}
