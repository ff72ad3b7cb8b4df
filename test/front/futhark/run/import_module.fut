-- An import as a module, and the same file imported twice.
-- ==
-- entry: main
-- input { 3.0 } output { 9.0 9.0 3.0 1 }
module n = import "lib/numbers"
module v = import "lib/vectors"
local import "lib/numbers"
module u: unit = { def one: i32 = 1 }
def main (x: f64): (f64, f64, f64, i32) =
  (n.square x, square x, v.norm {x = x, y = 0}, u.one)
