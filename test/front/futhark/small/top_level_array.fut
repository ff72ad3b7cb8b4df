-- Top level array.
-- ==
-- input { 1i64 } output { 2 [1,2,3] }

def table = [1i32, 2, 3]
def sizes = length table
entry main (i: i64) = (table[i], copy table)
