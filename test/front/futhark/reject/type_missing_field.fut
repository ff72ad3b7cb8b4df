-- A field that the record does not have.
-- ==
-- error: E1203
def main (x: i32) = {a = x}.b
