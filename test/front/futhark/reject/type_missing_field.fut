-- A field that the record does not have.
-- ==
-- error: E12
def main (x: i32) = {a = x}.b
