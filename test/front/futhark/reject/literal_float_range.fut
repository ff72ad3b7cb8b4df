-- A float that its type cannot hold.
-- ==
-- error: E1213
def main (x: f32): f32 = x + 1e40
