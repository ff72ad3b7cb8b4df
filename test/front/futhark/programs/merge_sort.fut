-- Bottom-up merge sort: nested loops and in-place updates of a working array.
-- ==
-- input { [5i32, 2i32, 8i32, 1i32, 9i32, 3i32, 7i32] }
-- output { [1i32, 2i32, 3i32, 5i32, 7i32, 8i32, 9i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1i32] } output { [1i32] }
-- input { [2i32, 1i32] } output { [1i32, 2i32] }
-- input { [3i32, 3i32, -3i32, 3i32, 0i32, -3i32] }
-- output { [-3i32, -3i32, 0i32, 3i32, 3i32, 3i32] }

-- Merges src[lo:mid] and src[mid:hi] into dst[lo:hi].
def merge [n] (src: [n]i32) (dst: *[n]i32) (lo: i64) (mid: i64) (hi: i64) : *[n]i32 =
  let (dst, _, _) =
    loop (dst, i, j) = (dst, lo, mid) for k in lo..<hi do
      let take_left = j >= hi || (i < mid && src[i] <= src[j])
      in if take_left
         then (dst with [k] = src[i], i + 1, j)
         else (dst with [k] = src[j], i, j + 1)
  in dst

def pass [n] (xs: [n]i32) (width: i64) : *[n]i32 =
  let (out, _) =
    loop (out, lo) = (copy xs, 0) while lo < n do
      let mid = i64.min (lo + width) n
      let hi = i64.min (lo + 2 * width) n
      in (merge xs out lo mid hi, hi)
  in out

def merge_sort [n] (xs: [n]i32) : [n]i32 =
  let (xs, _) =
    loop (xs, width) = (xs, 1) while width < n do
      (pass xs width, width * 2)
  in xs

entry main [n] (xs: [n]i32) : [n]i32 = merge_sort xs
