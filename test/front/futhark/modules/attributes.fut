-- ==
-- input { 3 } output { 4 }
#[noinline]
def f (x: i32) = x + 1
module m = { #[inline] def g = f  #[unknown(attribute, 3)] type t = i32 }
def main (x: m.t) = m.g x
