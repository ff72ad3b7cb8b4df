-- Indexing a scalar.
-- ==
-- error: E1209
def main (x: i32) = x[0]
