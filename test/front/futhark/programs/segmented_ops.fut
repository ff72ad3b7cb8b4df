-- Segmented scan, reduce, replicate, iota and expand, all from flags.
-- ==
-- input { [true, false, false, true, false, true] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [1i32, 3i32, 6i32, 4i32, 9i32, 6i32] }

-- ==
-- entry: segmented_sums
-- input { [true, false, false, true, false, true] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [6i32, 9i32, 6i32] }

-- ==
-- entry: replicated
-- input { [2i64, 0i64, 3i64, 1i64] } output { [0i64, 0i64, 2i64, 2i64, 2i64, 3i64] }
-- input { [0i64, 0i64] } output { empty([0]i64) }

-- ==
-- entry: segmented_indices
-- input { [2i64, 0i64, 3i64, 1i64] } output { [0i64, 1i64, 0i64, 1i64, 2i64, 0i64] }

-- ==
-- entry: expanded
-- input { [1i32, 2i32, 0i32, 3i32] } output { [10i32, 20i32, 21i32, 30i32, 31i32, 32i32] }

def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (as: [n]t) : [n]t =
  (unzip (scan (\(x_flag, x) (y_flag, y) ->
                  (x_flag || y_flag, if y_flag then y else x `op` y))
               (false, ne)
               (zip flags as))).1

def segmented_reduce [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (as: [n]t) =
  let as' = segmented_scan op ne flags as
  let segment_ends = rotate 1 flags
  let segment_end_offsets = segment_ends |> map i64.bool |> scan (+) 0
  let num_segments = if n > 0 then last segment_end_offsets else 0
  let scratch = replicate num_segments ne
  let index i f = if f then i - 1 else -1
  in scatter scratch (map2 index segment_end_offsets segment_ends) as'

def replicated_iota [n] (reps: [n]i64) : []i64 =
  let s1 = scan (+) 0 reps
  let s2 = map2 (\i x -> if i > 0 then x else 0) (iota n) (rotate (-1) s1)
  let total = i64.sum reps
  let tmp = reduce_by_index (replicate total 0) i64.max 0 (map2 (\s r -> if r == 0 then -1 else s) s2 reps) (iota n)
  let flags = map (> 0) tmp
  in segmented_scan (+) 0 flags tmp

def segmented_iota [n] (flags: [n]bool) : [n]i64 =
  map (\x -> x - 1) (segmented_scan (+) 0 flags (replicate n 1))

def expand 'a 'b (sz: a -> i64) (get: a -> i64 -> b) (arr: []a) : []b =
  let szs = map sz arr
  let idxs = replicated_iota szs
  let starts = map2 (!=) idxs (rotate (-1) idxs)
  let iotas = segmented_iota starts
  in map2 (\i j -> get arr[i] j) idxs iotas

entry main [n] (flags: [n]bool) (as: [n]i32) : [n]i32 = segmented_scan (+) 0 flags as

entry segmented_sums [n] (flags: [n]bool) (as: [n]i32) : []i32 = segmented_reduce (+) 0 flags as

entry replicated (reps: []i64) : []i64 = replicated_iota reps

entry segmented_indices (reps: []i64) : []i64 =
  expand id (\_ j -> j) reps

entry expanded (xs: []i32) : []i32 =
  expand i64.i32 (\x j -> x * 10 + i32.i64 j) xs
