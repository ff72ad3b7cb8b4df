-- A record pattern lacks a field.
def f (r: {x: i32, y: i32}) = let {x} = r in x
