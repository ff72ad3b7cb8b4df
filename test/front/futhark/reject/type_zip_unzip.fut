-- unzip of something that is not an array of pairs.
-- ==
-- error: E12
def main (xs: []i32) = unzip xs
