-- Extreme arguments: sizes and indices at the ends of what numbers can be, and nothing at all, in nests, updates and histograms.
-- ==
-- entry: d6
-- input { empty([0][0][0][0][0][0]i8) } output { 0i64 }
-- input { empty([1][1][1][1][1][0]i8) } output { 0i64 }
-- input { [[[[[[1i8]]]]]] } output { 1i64 }
-- input { empty([1048576][1048576][1048576][1048576][1048576][0]i8) } error: E0412.*An array of shape \[1152921504606846976\]\[1048576\] has too many elements to be flattened\.
-- input { empty([1048576][1048576][1048576][1048576][0][1]i8) } error: E0412.*An array of shape \[1152921504606846976\]\[1048576\] has too many elements to be flattened\.
-- input { empty([4294967296][4294967296][0][4294967296][1][1]i8) } error: E0412.*An array of shape \[4294967296\]\[4294967296\] has too many elements to be flattened\.
-- input { empty([2][3][0][1][5][2]i8) } output { 0i64 }
-- ==
-- entry: updsl
-- input { [1,2,3] 0i64 -1i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[-1\]i32"
-- input { [1,2,3] -1i64 3i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[4\]i32"
-- input { [1,2,3] -1i64 1i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[2\]i32"
-- input { [1,2,3] 2i64 2i64 empty([0]i32) } output { [1i32, 2i32, 3i32] }
-- input { [1,2,3] -9223372036854775808i64 1i64 empty([0]i32) } error: E0412.*A size in the type of the value overflows i64\.
-- input { [1,2,3] 1i64 -9223372036854775808i64 empty([0]i32) } error: E0412.*A size in the type of the value overflows i64\.
-- input { [1,2,3] 9223372036854775807i64 0i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[-9223372036854775807\]i32"
-- input { [1,2,3] -9223372036854775808i64 0i64 empty([0]i32) } error: E0412.*A size in the type of the value overflows i64\.
-- input { [1,2,3] 0i64 -9223372036854775808i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[-9223372036854775808\]i32"
-- input { [1,2,3] 4i64 3i64 empty([0]i32) } error: E0404.*shape \[0\] cannot match shape of type "\[-1\]i32"
-- input { [1,2,3] 1i64 3i64 empty([0]i32) } error: E0404.*shape \[0\] cannot match shape of type "\[2\]i32"
-- input { [1,2,3] 0i64 -1i64 empty([0]i32) } error: E0404.*shape \[0\] cannot match shape of type "\[-1\]i32"
-- input { [1,2,3] 4i64 1i64 empty([0]i32) } error: E0404.*shape \[0\] cannot match shape of type "\[-3\]i32"
-- input { [1,2,3] 2i64 -1i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[-3\]i32"
-- ==
-- entry: upd2
-- input { [[1,2],[3,4]] -9223372036854775808i64 2i64 9 } error: E0402.*Index \[-9223372036854775808, 2\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] -1i64 1i64 9 } error: E0402.*Index \[-1, 1\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] -1i64 2147483648i64 9 } error: E0402.*Index \[-1, 2147483648\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] 1i64 -9223372036854775808i64 9 } error: E0402.*Index \[1, -9223372036854775808\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] 0i64 2i64 9 } error: E0402.*Index \[0, 2\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] 0i64 -1i64 9 } error: E0402.*Index \[0, -1\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] -9223372036854775808i64 2147483648i64 9 } error: E0402.*Index \[-9223372036854775808, 2147483648\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] -1i64 2i64 9 } error: E0402.*Index \[-1, 2\] out of bounds for array of shape \[2\]\[2\]\.
-- ==
-- entry: updrow
-- input { [[1,2],[3,4]] 2i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[2\]i32"
-- input { [[1,2],[3,4]] -9223372036854775808i64 [9,9] } error: E0402.*Index \[-9223372036854775808\] out of bounds for array of shape \[2\]\.
-- input { [[1,2],[3,4]] 2147483648i64 empty([0]i32) } error: E0404.*shape \[0\] cannot match shape of type "\[2\]i32"
-- input { [[1,2],[3,4]] 2i64 [9,9] } error: E0402.*Index \[2\] out of bounds for array of shape \[2\]\.
-- input { [[1,2],[3,4]] 0i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[2\]i32"
-- input { [[1,2],[3,4]] -9223372036854775808i64 [9] } error: E0404.*shape \[1\] cannot match shape of type "\[2\]i32"
-- ==
-- entry: rbi
-- input { 3i64 [9223372036854775807i64] [1i64] } output { [0i64, 0i64, 0i64] }
-- input { 0i64 [9223372036854775807i64] empty([0]i64) } error: E0404.*shape \[0\] cannot match shape of type "\[1\]i64"
-- input { 0i64 [9223372036854775807i64] [1i64] } output { empty([0]i64) }
-- input { 3i64 [9223372036854775807i64] [1i64,2i64,3i64] } error: E0404.*shape \[3\] cannot match shape of type "\[1\]i64"
-- input { 3i64 [0i64,-1i64,5i64] [1i64,2i64,3i64] } output { [1i64, 0i64, 0i64] }
-- input { -1i64 empty([0]i64) empty([0]i64) } error: E0412.*An array cannot have -1 elements\.
-- input { 0i64 empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { 0i64 empty([0]i64) [1i64,2i64,3i64] } error: E0404.*shape \[3\] cannot match shape of type "\[0\]i64"
-- ==
-- entry: u64s
-- input { 9223372036854775807u64 0u64 } error: E0403.*division by zero: 9223372036854775807 / 0\.
-- input { 9007199254740993u64 9007199254740993u64 } output { 1u64 0u64 9007199254740992.0f64 }
-- input { 18446744073709551615u64 9223372036854775808u64 } output { 1u64 9223372036854775807u64 1.8446744073709552e19f64 }
-- input { 0u64 18446744073709551615u64 } output { 0u64 0u64 0.0f64 }
-- input { 18446744073709551615u64 0u64 } error: E0403.*division by zero: 18446744073709551615 / 0\.
-- input { 9007199254740993u64 9223372036854775808u64 } output { 0u64 9007199254740993u64 9007199254740992.0f64 }
-- input { 9223372036854775807u64 9223372036854775807u64 } output { 1u64 0u64 9.223372036854776e18f64 }
-- input { 9223372036854775807u64 9223372036854775808u64 } output { 0u64 9223372036854775807u64 9.223372036854776e18f64 }
-- ==
-- entry: i16s
-- input { 7i16 -32768i16 } output { -32768i16 0i16 343i16 }
-- input { -1i16 7i16 } output { -7i16 0i16 1i16 }
-- input { 32767i16 7i16 } output { 32761i16 4681i16 1i16 }
-- input { 7i16 7i16 } output { 49i16 1i16 49i16 }
-- input { 32767i16 1i16 } output { 32767i16 32767i16 32767i16 }
-- input { 7i16 -1i16 } output { -7i16 -7i16 7i16 }
-- input { 0i16 -1i16 } output { 0i16 0i16 0i16 }
-- input { 32767i16 32767i16 } output { 1i16 1i16 1i16 }
-- ==
-- entry: mulhi
-- input { 0i64 -1i64 } output { 0i64 1i64 }
-- input { 0i64 1i64 } output { 0i64 1i64 }
-- input { -1i64 9223372036854775807i64 } output { -1i64 0i64 }
-- input { -9223372036854775808i64 1i64 } output { -1i64 0i64 }
-- input { 9223372036854775807i64 -9223372036854775808i64 } output { -4611686018427387904i64 -4611686018427387903i64 }
-- input { -1i64 1i64 } output { -1i64 0i64 }
-- ==
-- entry: getbit
-- input { 63i32 -9223372036854775808i64 } output { 1i32 }
-- input { 2147483647i32 -9223372036854775808i64 } output { 0i32 }
-- input { -1i32 -9223372036854775808i64 } output { 0i32 }
-- input { 31i32 -9223372036854775808i64 } output { 0i32 }
-- ==
-- entry: argmax
-- input { [1f32,1f32] } output { 1.0f32 0i64 }
-- input { [-f32.inf] } output { -f32.inf -1i64 }
-- ==
-- entry: scanmin
-- input { [f64.nan] } output { [f64.inf] }
-- input { [1.0,f64.nan,-1.0] } output { [1.0f64, 1.0f64, -1.0f64] }
-- input { empty([0]f64) } output { empty([0]f64) }
-- ==
-- entry: whilearr
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1,-1] } output { [1i32] }
-- input { [-2147483648,2147483647] } output { [-2147483648i32] }

entry d6 (xs: [][][][][][]i8) : i64 = length (flatten (flatten (flatten (flatten (flatten xs)))))

entry scanmin (xs: []f64) : []f64 = scan f64.min f64.inf xs

entry argmax (xs: []f32) : (f32, i64) = reduce (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j)) (-f32.inf, -1) (zip xs (indices xs))

entry rbi (n: i64) (is: []i64) (vs: []i64) : [n]i64 = let k = length is in reduce_by_index (replicate n 0) (+) 0 (is :> [k]i64) (vs :> [k]i64)

entry whilearr (xs: []i32) : []i32 = loop ys = xs while length ys > 1 do ys[::2]

entry upd2 (xs: *[][]i32) (i: i64) (j: i64) (v: i32) : [][]i32 = xs with [i,j] = v

entry updrow (xs: *[][]i32) (i: i64) (r: []i32) : [][]i32 = let k = length xs[0] in (xs :> [length xs][k]i32) with [i] = (r :> [k]i32)

entry updsl (xs: *[]i32) (i: i64) (j: i64) (r: []i32) : []i32 = xs with [i:j] = (r :> [j-i]i32)

entry u64s (a: u64) (b: u64) : (u64, u64, f64) = (a / b, a % b, f64.u64 a)

entry i16s (a: i16) (b: i16) : (i16, i16, i16) = (a * b, a // b, a ** (i16.abs (b %% 5)))

entry getbit (k: i32) (x: i64) : i32 = i64.get_bit k x

entry mulhi (a: i64) (b: i64) : (i64, i64) = (i64.mul_hi a b, i64.mad_hi a b 1)
