-- ==
-- input { 3 } output { 14 11 }
module ops = { def (<+>) (a: i32) (b: i32) = a * 2 + b def (|||) a b = a i32.+ b }
open ops
def main (x: i32) = (x <+> 8, x ops.||| 8)
