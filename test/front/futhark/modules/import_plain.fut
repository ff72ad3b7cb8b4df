-- ==
-- input { 3 } output { 7 }
import "lib/util"
def main (x: i32) = add_four x
