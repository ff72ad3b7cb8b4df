-- Abs size mismatch.
-- ==
-- error: E1301

module m : {type arr [n] val mk : (n: i64) -> arr [n] val add [n] : arr [n] -> arr [n] -> arr [n]} = {type arr [n] = [n]i64 def mk (n: i64) : arr [n] = iota n def add [n] (a: arr [n]) (b: arr [n]) : arr [n] = map2 (+) a b}
def z (a: i64) (b: i64) = m.add (m.mk a) (m.mk b)
entry main (a: i64) = a
