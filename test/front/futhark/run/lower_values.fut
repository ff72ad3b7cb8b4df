-- Top-level values, slices, ranges, and numbers of all types.
-- ==
-- entry: g1
-- input {  } output { [4i64, 6i64, 8i64, 10i64, 12i64] }
-- ==
-- entry: g2
-- input {  } output { [4i64, 6i64, 8i64] 3i64 6.0f64 }
-- ==
-- entry: g3
-- input {  } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: g4
-- input { [1,2,3] } output { [2i32, 3i32, 4i32] }
-- ==
-- entry: g5
-- input { [1] } output { [2i32] }
-- ==
-- entry: g6
-- input {  } output { 123i32 }
-- ==
-- entry: g7
-- input { 2i64 2i64 } output { [0i64, 1i64, 10i64, 11i64] }
-- ==
-- entry: g8
-- input { [1,2,3] } output { [1i32, 2i32] [3i32] }
-- ==
-- entry: g9
-- input { [1,-1,2] } output { 2i64 [1i32, 2i32] [2i32, 1i32] }
-- ==
-- entry: g10
-- input { 4i64 } output { [0i64, 1i64, 3i64, 6i64] }
-- ==
-- entry: g11
-- input { 3i64 } output { [[2i64, 1i64, 0i64], [2i64, 1i64, 0i64]] }
-- ==
-- entry: g12
-- input { [1.0f32,4.0f32] } output { [0.25f32, 1.0f32] }
-- ==
-- entry: g13
-- input { [1,2,3,4] } output { [2i32, 3i32, 4i32] [1i32, 2i32, 3i32] [1i32, 3i32] [4i32, 3i32, 2i32, 1i32] [3i32, 2i32] }
-- ==
-- entry: g14
-- input { 200u8 7u8 } output { 28u8 false 100u8 56u8 200i32 44u8 200.0f32 }
-- ==
-- entry: g15
-- input { -7i8 2i8 } output { -4i8 true -4i8 7i8 -3i8 -1i8 1i8 }
-- ==
-- entry: g16
-- input { 2.0f16 } output { 4.0f16 1.414f16 2.0f32 }
-- ==
-- entry: g17
-- input {  } output { [97u8, 98u8, 99u8] 97 31i64 1000.0f32 }
-- ==
-- entry: g18
-- input { 1 2 } output { false false true false }
-- input { 1 1 } output { true true false true }
-- ==
-- entry: g19
-- input { 2i64 } output { [[true, false], [false, true]] }
-- ==
-- entry: g20
-- input {  } output { [10i32, 8i32, 6i32, 4i32, 2i32] }
-- ==
-- entry: g21
-- input {  } output { [1i32, 2i32, 3i32, 4i32] }
-- ==
-- entry: g22
-- input { 3 1 } error: E0412.*Range 3\.\.1\.\.<20 is invalid\.
-- input { 3 6 } output { [3i32, 6i32, 9i32, 12i32, 15i32, 18i32] }
-- input { 3 3 } error: E0412.*Range 3\.\.3\.\.<20 is invalid\.

def pi = 3.0f64
def table = map (*2) (iota 5)
def big = filter (>3) table
def nbig = length big
def combo = (table, 3i32)
def lookup (i: i64) = table[i] + big[0]
entry g1 = map lookup (iota 5)
entry g2 = (big, nbig, pi * 2)
def size = 3i64
entry g3 : [size]i64 = iota size
entry g4 (xs: [size]i32) = map (+1) xs
def plus1 = map (+1i32)
entry g5 (xs: []i32) = plus1 xs
def (x: i32) +++ (y: i32) = x * 10 + y
entry g6 = 1 +++ 2 +++ 3
entry g7 (n: i64) (m: i64) = let xss = tabulate_2d n m (\i j -> i * 10 + j) in flatten xss
entry g8 [n] (xs: [n]i32) = let (a, b) = split (xs :> [(n-1)+1]i32) in (a, b)
entry g9 (xs: []i32) = let [n] (ys: [n]i32) = filter (>0) xs in (n, ys, map (\i -> ys[n - 1 - i]) (iota n))
entry g10 (n: i64) = map (\i -> reduce (+) 0 (iota (i + 1))) (iota n)
entry g11 (n: i64) = map (\i -> reverse (iota n)) (iota 2)
entry g12 (xs: []f32) = let m = reduce f32.max f32.lowest xs in map (/m) xs
entry g13 [n] (xs: [n]i32) = (xs[1:], xs[:n-1], xs[::2], xs[::-1], xs[2:0:-1])
entry g14 (x: u8) (y: u8) = (x / y, x < y, x >> 1, -x, i32.u8 x, u8.i32 300, f32.u8 x)
entry g15 (x: i8) (y: i8) = (x / y, x < y, x >> 1, -x, x // y, x %% y, x % y)
entry g16 (x: f16) = (x * 2, f16.sqrt x, f32.f16 x)
entry g17 = ("abc", 'a', 0x1Fi64, 1e3f32)
entry g18 (a: i32) (b: i32) = (a == b, (a, b) == (b, a), [a, b] != [b, a], {x = a} == {x = b})
entry g19 (n: i64) : [n][n]bool = map (\i -> map (\j -> i == j) (iota n)) (iota n)
entry g20 = 10..8...1
entry g21 = 1i32..<5
entry g22 (a: i32) (b: i32) = a..b..<20
