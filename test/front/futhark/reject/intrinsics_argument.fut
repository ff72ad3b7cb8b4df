-- The intrinsics are no argument.
-- ==
-- error: E1116
module p (x: {}) = { def y = 1i32 }
module q = p intrinsics
def main = q.y
