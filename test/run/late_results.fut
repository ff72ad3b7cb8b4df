-- What kernels leave for the host, and elements that the host reads, are fetched together where nothing needs them before.
entry sums [n][m] (xs: [n]f32) (ys: [m]i8) (zs: [m]u64): (f32, i8, u64, bool) =
  (f32.sum xs, i8.maximum ys, u64.product zs, any (< 0) ys)
-- ==
-- entry: sums
-- input { [1.5f32, 2.25f32] [-3i8, 7i8, 100i8] [18446744073709551615u64, 3u64, 2u64] } output { 3.75f32 100i8 18446744073709551610u64 true }
-- input { empty([0]f32) empty([0]i8) empty([0]u64) } output { 0f32 -128i8 1u64 false }

-- Elements of other sizes, as they were when they were read.
entry elements (n: i64) (a: *[]i16) (b: [](f64, bool)): (i16, i16, f64, bool, i64) =
  let old = a[n]
  let total = i64.sum (map (\i -> i64.i16 a[i]) (iota (n + 1)))
  let a = map (+ 1) a
  let new = a[n]
  let (f, t) = b[n]
  in if old < new && t then (old, new, f, t, total) else (new, old, -f, t, total)
-- ==
-- entry: elements
-- input { 1i64 [7i16, -9i16, 3i16] [1f64, 2.5f64] [true, false] } output { -8i16 -9i16 -2.5f64 false -2i64 }
-- input { 0i64 [7i16, -9i16, 3i16] [1f64, 2.5f64] [true, false] } output { 7i16 8i16 1f64 true 7i64 }
-- input { 2i64 [7i16, -9i16] [1f64, 2.5f64] [true, false] } error: E0402.*out of bounds

-- An element that is overwritten between two reads.
entry updates (a: *[4]i64) (i: i64): (i64, i64, [4]i64) =
  let x = a[i]
  let a = a with [i] = 100
  let y = a[i]
  let s = i64.sum a
  in if x + y > 100 then (x, s, a) else (y, s, a with [0] = x)
-- ==
-- entry: updates
-- input { [1i64, 2i64, 3i64, 4i64] 2i64 } output { 3i64 107i64 [1i64, 2i64, 100i64, 4i64] }
-- input { [-1i64, 2i64, 3i64, 4i64] 0i64 } output { 100i64 109i64 [-1i64, 2i64, 3i64, 4i64] }

-- The second needs the first; the third does not.
entry chain [n] (xs: [n]i64): (i64, i64, i64) =
  let kept = filter (> 2) xs
  let k = length kept
  let squares = i64.sum (map (\i -> i * i) (iota k))
  let least = i64.minimum xs
  in (k, squares, least)
-- ==
-- entry: chain
-- input { [1i64, 5i64, 3i64, 2i64, 9i64] } output { 3i64 5i64 1i64 }
-- input { empty([0]i64) } output { 0i64 0i64 9223372036854775807i64 }

-- A loop with two flags, and work that does not depend on them.
entry halving [n][m] (xs: [n]i64) (ys: [m]i64): ([n]i64, [m]i64, i64, i64) =
  let (xs, ys, _, _, rounds, seen) =
    loop (xs, ys, p, q, rounds, seen) = (xs, ys, true, true, 0, 0) while p || q do
      let xs' = map (/ 2) xs
      let p = any (> 1) xs'
      let ys' = map (\y -> if y > 10 then y - 10 else y) ys
      let q = any (> 10) ys'
      let seen = seen + i64.sum (map (\i -> i % 3) (iota (n + m)))
      in (xs', ys', p, q, rounds + 1, seen)
  in (xs, ys, rounds, seen)
-- ==
-- entry: halving
-- input { [100i64, 3i64] [5i64, 47i64, 12i64] } output { [1i64, 0i64] [5i64, 7i64, 2i64] 6i64 24i64 }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) empty([0]i64) 1i64 0i64 }

-- What fails first is what is reported, also when the host finds the second before it waits for the first.
entry failures [n] (xs: [n]i64) (i: i64): (i64, []i64) =
  let a = i64.sum (map (\x -> xs[x]) xs)
  let ys = scan (+) 0 (assert (i < 5) (iota (xs[0] + i)))
  in (a, ys)
-- ==
-- entry: failures
-- input { [1i64, 2i64, 1i64] 2i64 } output { 5i64 [0i64, 1i64, 3i64] }
-- input { [1i64, 7i64, 1i64] 9i64 } error: E0402.*Index .7. out of bounds
-- input { [1i64, 2i64, 1i64] 9i64 } error: E0401.*Assert
-- input { [1i64, 7i64, 1i64] 2i64 } error: E0402.*Index .7. out of bounds
-- input { [1i64, 2i64, 1i64] -2i64 } error: E0412.*An array cannot have -1 elements

-- More than are fetched at a time.
entry many [n] (xs: [n]i32) (k: i64): (i32, bool) =
  let x0 = xs[(k + 0) % n]
  let x1 = xs[(k + 1) % n]
  let x2 = xs[(k + 4) % n]
  let x3 = xs[(k + 9) % n]
  let x4 = xs[(k + 16) % n]
  let x5 = xs[(k + 25) % n]
  let x6 = xs[(k + 36) % n]
  let x7 = xs[(k + 49) % n]
  let x8 = xs[(k + 64) % n]
  let x9 = xs[(k + 81) % n]
  let x10 = xs[(k + 100) % n]
  let x11 = xs[(k + 121) % n]
  let x12 = xs[(k + 144) % n]
  let x13 = xs[(k + 169) % n]
  let x14 = xs[(k + 196) % n]
  let x15 = xs[(k + 225) % n]
  let x16 = xs[(k + 256) % n]
  let x17 = xs[(k + 289) % n]
  let x18 = xs[(k + 324) % n]
  let x19 = xs[(k + 361) % n]
  let x20 = xs[(k + 400) % n]
  let x21 = xs[(k + 441) % n]
  let x22 = xs[(k + 484) % n]
  let x23 = xs[(k + 529) % n]
  let x24 = xs[(k + 576) % n]
  let x25 = xs[(k + 625) % n]
  let x26 = xs[(k + 676) % n]
  let x27 = xs[(k + 729) % n]
  let x28 = xs[(k + 784) % n]
  let x29 = xs[(k + 841) % n]
  let x30 = xs[(k + 900) % n]
  let x31 = xs[(k + 961) % n]
  let x32 = xs[(k + 1024) % n]
  let x33 = xs[(k + 1089) % n]
  let x34 = xs[(k + 1156) % n]
  let x35 = xs[(k + 1225) % n]
  let x36 = xs[(k + 1296) % n]
  let x37 = xs[(k + 1369) % n]
  let x38 = xs[(k + 1444) % n]
  let x39 = xs[(k + 1521) % n]
  let x40 = xs[(k + 1600) % n]
  let x41 = xs[(k + 1681) % n]
  let x42 = xs[(k + 1764) % n]
  let x43 = xs[(k + 1849) % n]
  let x44 = xs[(k + 1936) % n]
  let x45 = xs[(k + 2025) % n]
  let x46 = xs[(k + 2116) % n]
  let x47 = xs[(k + 2209) % n]
  let x48 = xs[(k + 2304) % n]
  let x49 = xs[(k + 2401) % n]
  let x50 = xs[(k + 2500) % n]
  let x51 = xs[(k + 2601) % n]
  let x52 = xs[(k + 2704) % n]
  let x53 = xs[(k + 2809) % n]
  let x54 = xs[(k + 2916) % n]
  let x55 = xs[(k + 3025) % n]
  let x56 = xs[(k + 3136) % n]
  let x57 = xs[(k + 3249) % n]
  let x58 = xs[(k + 3364) % n]
  let x59 = xs[(k + 3481) % n]
  let x60 = xs[(k + 3600) % n]
  let x61 = xs[(k + 3721) % n]
  let x62 = xs[(k + 3844) % n]
  let x63 = xs[(k + 3969) % n]
  let x64 = xs[(k + 4096) % n]
  let x65 = xs[(k + 4225) % n]
  let x66 = xs[(k + 4356) % n]
  let x67 = xs[(k + 4489) % n]
  let x68 = xs[(k + 4624) % n]
  let x69 = xs[(k + 4761) % n]
  let s = i32.sum xs
  in (x0 * 1 + x1 * 2 + x2 * 3 + x3 * 4 + x4 * 5 + x5 * 6 + x6 * 7 + x7 * 8 + x8 * 9 + x9 * 10 + x10 * 11 + x11 * 12 + x12 * 13 + x13 * 14 + x14 * 15 + x15 * 16 + x16 * 17 + x17 * 18 + x18 * 19 + x19 * 20 + x20 * 21 + x21 * 22 + x22 * 23 + x23 * 24 + x24 * 25 + x25 * 26 + x26 * 27 + x27 * 28 + x28 * 29 + x29 * 30 + x30 * 31 + x31 * 32 + x32 * 33 + x33 * 34 + x34 * 35 + x35 * 36 + x36 * 37 + x37 * 38 + x38 * 39 + x39 * 40 + x40 * 41 + x41 * 42 + x42 * 43 + x43 * 44 + x44 * 45 + x45 * 46 + x46 * 47 + x47 * 48 + x48 * 49 + x49 * 50 + x50 * 51 + x51 * 52 + x52 * 53 + x53 * 54 + x54 * 55 + x55 * 56 + x56 * 57 + x57 * 58 + x58 * 59 + x59 * 60 + x60 * 61 + x61 * 62 + x62 * 63 + x63 * 64 + x64 * 65 + x65 * 66 + x66 * 67 + x67 * 68 + x68 * 69 + x69 * 70, s == x0 || x69 > x1)
-- ==
-- entry: many
-- input { [5i32, -2i32, 9i32] 1i64 } output { 12993i32 false }
-- input { empty([0]i32) 1i64 } error: E0403.*division by zero
