-- A member that the module does not have.
-- ==
-- error: E1105
def main (x: f32) = f32.squareroot x
