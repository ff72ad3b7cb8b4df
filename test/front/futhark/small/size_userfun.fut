-- Size userfun.
-- ==
-- input { 3i64 } output { [0i64,1i64,2i64,3i64,4i64,5i64] }

def dbl (n: i64) = 2 * n
def mk (n: i64) : [dbl n]i64 = iota (dbl n)
def pairup (n: i64) (xs: [dbl n]i64) = i64.sum xs + n - n
entry main (n: i64) = let xs = mk n let _s = pairup n xs in xs
