-- A section needs the size of its operand before it is known.
-- ==
-- error: E1304
def main (xs: []i32) = (filter (> 0) xs ++) (filter (< 0) xs)
