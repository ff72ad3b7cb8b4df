-- The argument of a parametric module lacks something.
-- ==
-- error: E1110
module f (m: {type t val zero: t}) = {def z = m.zero}
module a = f {type t = i32}
def main = a.z
