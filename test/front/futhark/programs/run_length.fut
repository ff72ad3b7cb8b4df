-- Run-length encoding and decoding.
-- ==
-- entry: encode
-- input { [1i32, 1i32, 1i32, 4i32, 2i32, 2i32] } output { [1i32, 4i32, 2i32] [3i64, 1i64, 2i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }
-- input { [7i32] } output { [7i32] [1i64] }

-- ==
-- entry: decode
-- input { [5i32, 6i32, 9i32] [2i64, 0i64, 3i64] } output { [5i32, 5i32, 9i32, 9i32, 9i32] }

-- ==
-- entry: round_trip
-- input { [3i32, 3i32, 0i32, 0i32, 0i32, 3i32] } output { true }

def rle [n] 't (eq: t -> t -> bool) (xs: [n]t) : ?[k].([k]t, [k]i64) =
  let is_start i = i == 0 || !(xs[i] `eq` xs[i - 1])
  let starts = filter is_start (iota n)
  let k = length starts
  let lengths = tabulate k (\i -> (if i == k - 1 then n else starts[i + 1]) - starts[i])
  in (map (\i -> xs[i]) starts :> [k]t, lengths)

def unrle [k] 't (zero: t) (values: [k]t) (lengths: [k]i64) : []t =
  let ends = scan (+) 0 lengths
  let n = if k == 0 then 0 else last ends
  -- The run of position i is the number of runs that end at or before i.
  let run_of i =
    let (lo, _) =
      loop (lo, hi) = (0, k) while lo < hi do
        let mid = (lo + hi) / 2
        in if ends[mid] <= i then (mid + 1, hi) else (lo, mid)
    in lo
  let out = map (\i -> values[run_of i]) (iota n)
  in if n == 0 then replicate 0 zero else out

entry encode [n] (xs: [n]i32) : ([]i32, []i64) = rle (==) xs

entry decode [k] (values: [k]i32) (lengths: [k]i64) : []i32 = unrle 0 values lengths

entry round_trip [n] (xs: [n]i32) : bool =
  let (values, lengths) = rle (==) xs
  let ys = unrle 0 values lengths
  in length ys == n && and (map2 (==) (ys :> [n]i32) xs)
