-- A file is read once, however many import it: the abstract type is the same.
-- ==
-- input { 3 } output { 8 }
module util = import "lib/util"
module other = import "lib/deep/../deep/other"
def main (x: i32) = util.unbox (other.twice (util.box (x + 1)))
