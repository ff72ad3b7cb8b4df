-- An error in a parametric module that is never applied.
-- ==
-- error: E1201
module f (m: {type t val x: t}) = {def y = m.x + 1i32}
def main = 1i32
