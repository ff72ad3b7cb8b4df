-- The intrinsics are no module to be bound.
-- ==
-- error: E1116
module m = intrinsics
def main (x: i32) = x
