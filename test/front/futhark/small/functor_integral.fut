-- Functor integral.
-- ==
-- input { 12u32 } output { 2 3u32 }

module mk (I: integral) = {def bits (x: I.t) = I.popc x def shr (x: I.t) = x I.>> I.i32 2}
module m = mk u32
entry main (x: u32) = (m.bits x, m.shr x)
