-- A hole whose type has fields that nothing decides.
-- ==
-- error: E1205
def main (x: i32): i32 = let r = ??? in x + r.a
