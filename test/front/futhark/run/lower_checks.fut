-- What is checked at run time, and how entry points show their values.
-- ==
-- entry: oob
-- input { [1,2] 2i64 } error: E0402.*Index \[2\] out of bounds for array of shape \[2\]\.
-- input { [1,2] -1i64 } error: E0402.*Index \[\-1\] out of bounds for array of shape \[2\]\.
-- ==
-- entry: oob2
-- input { [[1]] 0i64 3i64 } error: E0402.*Index \[0, 3\] out of bounds for array of shape \[1\]\[1\]\.
-- ==
-- entry: sl
-- input { [1,2,3] 1i64 2i64 } output { [2i32] }
-- input { [1,2,3] 3i64 3i64 } output { empty([0]i32) }
-- input { [1,2,3] 2i64 1i64 } error: E0402.*Index \[2:1\] out of bounds for array of shape \[3\]\.
-- ==
-- entry: sls
-- input { [1,2,3,4] 3i64 0i64 -2i64 } output { [4i32, 2i32] }
-- input { [1,2,3,4] 0i64 4i64 3i64 } output { [1i32, 4i32] }
-- input { [1,2,3,4] 0i64 4i64 0i64 } error: E0402.*Index \[0:4:0\] out of bounds for array of shape \[4\]\.
-- ==
-- entry: div
-- input { 1 0 } error: E0403.*division by zero: 1 / 0\.
-- ==
-- entry: pw
-- input { 2 -1 } error: E0403.*negative exponent \-1\.
-- input { 2 5 } output { 32i32 }
-- ==
-- entry: io
-- input { -1i64 } error: E0412.*An array cannot have -1 elements
-- ==
-- entry: rep
-- input { -1i64 } error: E0412.*An array cannot have -1 elements
-- ==
-- entry: co
-- input { [1,2,3] } error: E0404.*shape \[3\] cannot match shape of type "\[2\]i32"
-- input { [1,2] } output { [1i32, 2i32] }
-- ==
-- entry: as
-- input { 0 } error: E0401.*Assertion is false: .x > 0.
-- input { 1 } output { 2i32 }
-- ==
-- entry: un
-- input { [1,2] 1i64 } output { 2i32 }
-- ==
-- entry: updo
-- input { [1] 3i64 } error: E0402.*Index \[3\] out of bounds for array of shape \[1\]\.
-- ==
-- entry: updsl
-- input { [1,2,3] [4] } error: E0404.*Shape \[2\] of slice does not match shape \[1\] of value
-- input { [1,2,3] [4,5] } output { [4i32, 5i32, 3i32] }
-- ==
-- entry: hd
-- input { empty([0]i32) } error: E0402.*An empty array has no first element
-- ==
-- entry: lz
-- input {  } output { [1i64, 2i64, 3i64] }
-- ==
-- entry: mapoob
-- input { [1,2] [0i64,5i64] } error: E0402.*Index \[5\] out of bounds for array of shape \[2\]\.
-- ==
-- entry: tupp
-- input { 1 2 3 4f32 } output { 6i32 4.0f32 }
-- ==
-- entry: recres
-- input { 3 } output { 3i32 3.0f32 }
-- ==
-- entry: arrtup
-- input { 3 } output { [3i32, 2i32] [1.0f32, 2.0f32] }
-- ==
-- entry: sumres
-- input { 1 } output { 0i8 1i32 [0.0f32, 0.0f32] }
-- input { -1 } output { 1i8 0i32 [1.0f32, 2.0f32] }
-- ==
-- entry: nestedtup
-- input { 2 } output { 2i32 1i32 2i32 [2i32] }
-- ==
-- entry: unsig
-- input { 5u64 [200u8] } output { 5u64 [200u8] }
-- ==
-- entry: emptyres
-- input {  } output { empty([0]i32) }
-- ==
-- entry: e2
-- input {  } output { empty([0][3]i32) }
-- ==
-- entry: zero
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 2i64 } output { [[0i64, 1i64, 2i64], [1i64, 2i64, 3i64]] }
-- ==
-- entry: zero2
-- input { 3i64 2i64 } output { [0i64, 3i64] }
-- input { 0i64 2i64 } output { [0i64, 0i64] }
-- ==
-- entry: acc
-- input { 3i64 } output { [0i64, 2i64, 4i64] }
-- ==
-- entry: acch
-- input { [1i64,2i64,4i64] } output { [3i64, 5i64, 2i64] }
-- ==
-- entry: slneg
-- input { [1,2,3] } output { [3i32, 2i32, 1i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: am
-- input { [1,2] [3,4] } output { [7i32, 10i32] }
-- ==
-- entry: am2
-- input { [[1,2],[3,4]] [10,20] } output { [[11i32, 22i32], [13i32, 24i32]] }
-- ==
-- entry: am3
-- input { [4f32] } output { [2.0f32] }
-- ==
-- entry: am4
-- input { [[1,2],[3,4]] } output { [3i32, 7i32] }

entry oob (xs: []i32) (i: i64) = xs[i]
entry oob2 (xs: [][]i32) (i: i64) (j: i64) = xs[i, j]
entry sl (xs: []i32) (i: i64) (j: i64) = xs[i:j]
entry sls (xs: []i32) (i: i64) (j: i64) (s: i64) = xs[i:j:s]
entry div (x: i32) (y: i32) = x / y
entry pw (x: i32) (y: i32) = x ** y
entry io (n: i64) = iota n
entry rep (n: i64) = replicate n 1i32
entry co (xs: []i32) = xs :> [2]i32
entry as (x: i32) = assert (x > 0) (x + 1)
entry un (xs: []i32) (i: i64) = #[unsafe] xs[i]
entry updo (xs: *[]i32) (i: i64) = xs with [i] = 0
entry updsl (xs: *[]i32) (ys: []i32) = xs with [0:2] = ys
entry hd (xs: []i32) = head xs
entry lz = #[sequential] map (+1) (iota 3)
entry mapoob (xs: []i32) (is: []i64) = map (\i -> xs[i]) is
entry unit () = 3i32
entry tupp ((a, b): (i32, i32)) ({x, y}: {x: i32, y: f32}) = (a + b + x, y)
entry recres (a: i32) = {a, b = f32.i32 a}
entry arrtup (a: i32) = [(a, 1f32), (2, 2)]
entry sumres (a: i32) : #left i32 | #right ([2]f32) = if a > 0 then #left a else #right [1, 2]
entry nestedtup (a: i32) = ((a, 1i32), (2i32, [a]))
entry unsig (a: u64) (xs: []u8) = (a, xs)
entry emptyres : []i32 = []
entry e2 : [0][3]i32 = []
entry zero (n: i64) = map (\i -> map (\j -> i + j) (iota 3)) (iota n)
entry zero2 (n: i64) (m: i64) = reduce (map2 (+)) (replicate m 0) (replicate n (iota m))
entry acc (n: i64) = intrinsics.scatter_stream (replicate n 0i64) (\acc i -> intrinsics.acc_write acc i (i * 2)) (iota n)
entry acch (xs: []i64) = intrinsics.reduce_by_index_stream (replicate 3 0i64) (+) 0 (\acc i -> intrinsics.acc_write (intrinsics.acc_write acc (i % 3) i) 0 1) xs
entry slneg [n] (xs: [n]i32) = xs[n-1:-1:-1]
entry am [n] (xs: [n]i32) (ys: [n]i32) = xs + ys * 2
entry am2 [n][m] (xs: [n][m]i32) (ys: [m]i32) = xs + ys
entry am3 [n] (xs: [n]f32) = f32.sqrt xs
entry am4 [n][m] (xs: [n][m]i32) = i32.sum xs
