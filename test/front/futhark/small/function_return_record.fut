-- Function return record.
-- ==
-- input { 3 } output { 4 9 }

def mk (x: i32) : {get: () -> i32, add: i32 -> i32} = {get = \() -> x + 1, add = \y -> x * y}
entry main (x: i32) = let o = mk x in (o.get (), o.add 3)
