-- Segmented operations as polymorphic functions: scan, reduce and expansion.
-- ==
-- entry: main
-- input { [2i64, 0, 3] } output { [0i64, 0, 2, 2, 2] [0i64, 1, 0, 1, 2] [1i64, 0, 3] }
def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (as: [n]t): *[n]t =
  (unzip (scan (\(x_flag, x) (y_flag, y) -> (x_flag || y_flag, if y_flag then y else x `op` y))
               (false, ne) (zip flags as))).1
def replicated_iota [n] (reps: [n]i64): []i64 =
  let ends = scan (+) 0 reps
  let starts = map2 (-) ends reps
  let total = if n == 0 then 0 else ends[n - 1]
  let tmp = reduce_by_index (replicate total 0) i64.max 0 starts (iota n)
  let flags = map (> 0) tmp
  in segmented_scan (+) 0 flags tmp
def segmented_iota [n] (flags: [n]bool): [n]i64 =
  map (\x -> x - 1) (segmented_scan (+) 0 flags (replicate n 1))
def expand 'a 'b (sz: a -> i64) (get: a -> i64 -> b) (as: []a): []b =
  let szs = map sz as
  let owners = replicated_iota szs
  let flags = map2 (\i j -> i == 0 || owners[i - 1] != j) (indices owners) owners
  in map2 (\o i -> get as[o] i) owners (segmented_iota flags)
def main (sizes: []i64): ([]i64, []i64, []i64) =
  let [k] (owners: [k]i64) = replicated_iota sizes
  let inner = expand id (\_ i -> i) sizes :> [k]i64
  in (owners, inner, hist (+) 0 (length sizes) owners inner)
