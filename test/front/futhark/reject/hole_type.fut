-- A hole has the type that is wanted, and no other.
-- ==
-- error: E1201
def main (x: i32): i32 = x + (??? : f32)
