-- A loop whose state has a sum, an array and a flag.
-- ==
-- entry: main
-- input { [5, 0, 3] } output { [5, 0, 0] true }
-- input { [5, 1, 3] } output { [5, 1, 3] false }
type status = #looking | #found i64
def main [n] (xs: *[n]i32): ([n]i32, bool) =
  let (s, xs, _) =
    loop (s, xs, i) = (#looking: status, xs, 0) while i < n && s == #looking do
      if xs[i] == 0 then (#found i, xs with [n - 1] = 0, i + 1) else (s, xs, i + 1)
  in (xs, match s case #found _ -> true case #looking -> false)
