-- A merge sort from below, where each element finds its rank by binary search.
-- ==
-- entry: main
-- input { [5i32, 3i32, 9i32, 1i32, 1i32, 8i32, 7i32] }
-- output { [1i32, 1i32, 3i32, 5i32, 7i32, 8i32, 9i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: stable
-- input { [2i32, 1i32, 2i32, 1i32, 0i32] }
-- output { [4i64, 1i64, 3i64, 0i64, 2i64] }

def rank_of [n] 't (less: t -> t -> bool) (xs: [n]t) (lo: i64) (hi: i64) (x: t) (strict: bool): i64 =
  let (l, _) =
    loop (l, h) = (lo, hi) while l < h do
      let m = (l + h) / 2
      let goes_right = if strict then less xs[m] x else !(less x xs[m])
      in if goes_right then (m + 1, h) else (l, m)
  in l - lo

def merge_pass [n] 't (less: t -> t -> bool) (width: i64) (xs: [n]t): [n]t =
  let place i =
    let run = i / width
    let base = run / 2 * 2 * width
    let (lo, hi, own) =
      if run % 2 == 0 then (i64.min n (base + width), i64.min n (base + 2 * width), i - base)
      else (base, base + width, i - base - width)
    in base + own + rank_of less xs lo hi xs[i] (run % 2 == 0)
  in scatter (copy xs) (map place (iota n)) xs

def sort [n] 't (less: t -> t -> bool) (xs: [n]t): [n]t =
  (loop (xs, width) = (xs, 1) while width < n do (merge_pass less width xs, width * 2)).0

entry main (xs: []i32): []i32 = sort (<) xs
entry stable [n] (ks: [n]i32): [n]i64 =
  map (.1) (sort (\(a, _) (b, _) -> a < b) (zip ks (iota n)))
