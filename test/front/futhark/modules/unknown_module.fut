-- E1103: as a qualifier, in open, and applied.
def f (x: mth.t) = x
open arrays
module m = functor i32
def x = 1
open x
