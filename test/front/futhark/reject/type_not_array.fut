-- Indexing a scalar.
-- ==
-- error: E12
def main (x: i32) = x[0]
