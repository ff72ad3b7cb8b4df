-- A new field of another type.
def f (r: {x: i32}) = r with x = 1.5
