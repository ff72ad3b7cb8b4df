-- A sum with type parameters and several payloads of the same type.
-- ==
-- entry: main
-- input { 1 } output { 4 2.5 }
-- input { 0 } output { 7 0.0 }
type either 'a 'b = #left a | #right b | #both a b
def split 'a 'b (da: a) (db: b) (e: either a b): (a, b) =
  match e
  case #left a -> (a, db)
  case #right b -> (da, b)
  case #both a b -> (a, b)
def main (k: i32): (i32, f64) =
  let e: either i32 f64 = if k == 1 then #both 4 2.5 else #left 7
  in split 0 0.0 e
