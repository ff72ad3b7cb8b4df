-- A type with too few arguments.
type t [n] = [n]i32
def f (x: t) = x
