-- unzip of something that is not an array of pairs.
-- ==
-- error: E1201
def main (xs: []i32) = unzip xs
