-- Payloads of different types, arrays among them, in an array of sums.
-- ==
-- entry: main
-- input { [0, 1, 2] } output { [1.5, 6.0, 1.0] }
type t = #scalar f64 | #vector [3]i32 | #flag bool
def make (k: i32): t = if k == 0 then #scalar 1.5 else if k == 1 then #vector [1, 2, 3] else #flag true
def value (v: t): f64 =
  match v
  case #scalar x -> x
  case #vector xs -> f64.i32 (i32.sum xs)
  case #flag b -> f64.bool b
def main (ks: []i32): []f64 = map (make >-> value) ks
