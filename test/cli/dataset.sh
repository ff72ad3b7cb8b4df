# ravel dataset: random values, bounds, and conversion between formats.
. test/cli/lib

ravel dataset --help
expect_status 0
expect out --f32-bounds

# A seed is always the same values; another is others.
ravel dataset -g '[3]f32' -g 'i32,[2][2]bool'
expect_status 0
cp "$work/out" "$work/first"
ravel dataset --generate='[3]f32' --generate=i32,'[2][2]bool'
if cmp -s "$work/out" "$work/first"; then pass; else fail "expected the same values"; fi
ravel dataset -s 2 -g '[3]f32' -g 'i32,[2][2]bool'
if cmp -s "$work/out" "$work/first"; then fail "expected other values"; else pass; fi

# Bounds.
ravel dataset -g '[100]i8' --i8-bounds=7:7 -g 'u64' --u64-bounds=18446744073709551615:18446744073709551615
expect_status 0
expect out "[7i8, 7i8"
expect out "18446744073709551615u64"
ravel dataset -g f64 --f64-bounds=2.5:2.5
expect_exactly out 2.5f64
ravel dataset -g '[0][3]f16'
expect_exactly out 'empty([0][3]f16)'
for bounds in 9:0 1 1:2:3 x:y 0:256 -1:3; do
  ravel dataset -g u8 --u8-bounds=$bounds
  expect_status 2
  expect err "--u8-bounds"
done

# Text to binary and back.
input '[[1, 2], [3, 4]] "ab" f32.nan true'
ravel dataset -b -o values.data
expect_status 0
cp "$work/values.data" "$work/in"
ravel dataset
expect_exactly out '[[1i32, 2i32], [3i32, 4i32]]
[97u8, 98u8]
f32.nan
true'

# What is wrong.
ravel dataset -g '[]f32'
expect_status 2
expect err "all its sizes"
ravel dataset -g '[9000000000000000000]f64'
expect_status 5
input '[1, 2'
ravel dataset
expect_status 4
expect err "<stdin>:2:1"
expect_empty out

summary
