-- Scans and reductions of segments that flags begin.
-- ==
-- input { [1,2,3,4,5,6] [true,false,true,false,false,true] } output { [1i32, 3i32, 3i32, 7i32, 12i32, 6i32] [2i32, 5i32, 6i32] }
def segscan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t): [n]t =
  scan (\(f1, v1) (f2, v2) -> (f1 || f2, if f2 then v2 else op v1 v2)) (false, ne) (zip flags xs) |> unzip |> (.1)
def segreduce [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t): []t =
  let scanned = segscan op ne flags xs
  let ends = map2 (\i f -> if i == n - 1 then true else flags[i+1]) (iota n) flags
  in map (.0) (filter (.1) (zip scanned ends))
entry main (xs: []i32) (fs: []bool) =
  let n = length xs
  let fs = fs :> [n]bool
  let xs = xs :> [n]i32
  in (segscan (+) 0 fs xs, segreduce i32.max i32.lowest fs xs)
