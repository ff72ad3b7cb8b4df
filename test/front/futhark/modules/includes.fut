-- ==
-- input { 3 } output { 3 }
module type base = { type t val make: i32 -> t }
module type full = { include base with t = i32 include { val back: i32 -> i32 } val both: t -> i32 }
module m: full = { type t = i32 def make (x: i32) = x def back (x: i32) = x def both = back }
def main (x: i32) = m.both (m.make x)
