-- ==
-- input { 3 } output { 9 }
module type eq = { type t val ==: t -> t -> bool }
module type ord = { include eq val <: t -> t -> bool }
module type both = { module e: eq include ord with t = e.t }
module b: both with e.t = i32 = { module e = i32 type t = i32 def (==) = (i32.==) def (<) = (i32.<) }
module sort (O: ord) = { def max (x: O.t) (y: O.t) = if x O.< y then y else x }
module s = sort b
module s2 = sort { open i64 }
def main (x: i32) = s.max x 9
