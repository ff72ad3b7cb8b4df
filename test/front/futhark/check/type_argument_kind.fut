-- A size where a type belongs.
type t 'a = (a, a)
def f (x: t [3]) = x
