-- A loop over something that is no array.
-- ==
-- error: E1201
def main (n: i32) = loop s = 0 for x in n do s + x
