-- Sums whose constructors hold arrays: sizes of those that are not used, and coercions.
-- ==
-- entry: none
-- input { 3 } output { 3 }
-- input { -2 } output { -5 }
-- ==
-- entry: option
-- input { 4i64 } output { 4i64 6i64 }
-- input { 0i64 } output { -1i64 -1i64 }
-- ==
-- entry: coerced
-- input { [1, 2, 3] } output { 3i64 6 }
-- ==
-- entry: coerced_to
-- input { [1, 2, 3] 3i64 } output { 6 }
-- input { [1, 2, 3] 2i64 } error: E0404.*shape
-- ==
-- entry: nested
-- input { [[1, 2], [3, 4]] } output { 2i64 2i64 10 }
type~ t = #array ([]i32) | #one i32
def plain (x: i32): t = #one x
def either (x: i32): t = if x > 0 then #one x else #array [x, x - 1]
def value (v: t) = match v case #array xs -> i32.sum xs case #one y -> y
entry none (x: i32) = value (either x) + value (plain x) - x

type~ opt 'a = #some a | #none
def nothing (_: i64): opt ([]i64) = #none
def just (n: i64): opt ([]i64) = #some (iota n)
def get (n: i64): opt ([]i64) = if n == 0 then nothing n else just n
entry option (n: i64) =
  match get n
  case #some xs -> (length xs, i64.sum xs)
  case #none -> (-1, -1)

def wrapped [n] (xs: [n]i32): (#a ([n]i32) | #b) = #a xs
entry coerced (xs: []i32) =
  match (wrapped xs :> (#a ([]i32) | #b)) case #a ys -> (length ys, i32.sum ys) case #b -> (0, 0)
entry coerced_to (xs: []i32) (m: i64) =
  match (wrapped xs :> (#a ([m]i32) | #b)) case #a ys -> i32.sum ys case #b -> 0

def deep [n][m] (xss: [n][m]i32): (#c {rows: [n][m]i32, k: i32} | #d ([m]i32)) = #c {rows = xss, k = 0}
entry nested (xss: [][]i32) =
  match (deep xss :> (#c {rows: [][]i32, k: i32} | #d ([]i32)))
  case #c r -> (length r.rows, length r.rows[0], i32.sum (flatten r.rows))
  case #d xs -> (0, 0, xs[0])
