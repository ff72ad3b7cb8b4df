-- A component that the tuple does not have.
-- ==
-- error: E1203
def main (x: i32) = (x, x).2
