-- A size-lifted parameter in a plain type.
-- ==
-- error: E1214
type t '~a = {x: a}
def main (x: t i32) = x.x
