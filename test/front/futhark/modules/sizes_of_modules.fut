-- A size may be a value of a module, and a specification may mention it.
-- ==
-- input { 2 } output { [2, 2, 2] }
module type constant = { val n: i64 val fill: i32 -> [n]i32 }
module three: constant = { def n = 3i64 def fill (x: i32): [n]i32 = replicate n x }
def main (x: i32): [three.n]i32 = three.fill x
