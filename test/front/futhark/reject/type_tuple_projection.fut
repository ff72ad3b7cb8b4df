-- A component that the tuple does not have.
-- ==
-- error: E12
def main (x: i32) = (x, x).2
