-- Arrays of arrays whose size is hidden.
-- ==
-- error: E1214
type~ t = []i32
def main (xs: []t) = length xs
