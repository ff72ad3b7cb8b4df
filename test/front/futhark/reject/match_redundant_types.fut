-- A literal twice.
-- ==
-- error: E1501
def main (x: i32) = match x case 0 -> 1
