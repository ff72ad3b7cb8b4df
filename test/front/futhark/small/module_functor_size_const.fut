-- Module functor size const.
-- ==
-- input { 3 } output { [0i64,1i64,2i64,3i64] 4i64 }

module mk (P: {val n : i64}) = {def mk : [P.n]i64 = iota P.n def len (xs: [P.n]i64) = length xs + 0}
module m = mk {def n = 4i64}
entry main (_: i32) = (copy m.mk, m.len m.mk)
