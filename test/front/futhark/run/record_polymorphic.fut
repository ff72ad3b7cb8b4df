-- Functions over any record that has a field are not there, but over record types with parameters.
-- ==
-- entry: main
-- input { 1 2.5 } output { 2.5 1 }
type pair 'a 'b = {first: a, second: b}
def swap 'a 'b (p: pair a b): pair b a = {first = p.second, second = p.first}
def main (x: i32) (y: f64): (f64, i32) =
  let q = swap {first = x, second = y}
  in (q.first, q.second)
