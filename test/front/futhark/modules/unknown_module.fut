-- E1103: as a qualifier, applied, and in open, which hides what might follow.
def f (x: mth.t) = x
module m = functor i32
def x = 1i32
module n = x
open arrays
def g = from_arrays
