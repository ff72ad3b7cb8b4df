-- Match let ctor.
-- ==
-- input { 4 } output { 4 }

type w = #wrap i32
entry main (x: i32) = let #wrap y = (#wrap x : w) in y
