# Each kernel of a program compiles alone, with the lines of the text that it is said to need. NVRTC is enough for that; no device is needed.
. test/cli/lib

if ! ls ${CUDA_HOME:-/usr/local/cuda}/lib64/libnvrtc.so >/dev/null 2>&1; then
  echo "skipped: there is no NVRTC"
  summary
  exit
fi

# compiles OPTION... FILE: all parts do.
compiles() {
  arguments="nvrtc $*"
  "$RAVEL" cuda --emit=c --library "$@" >"$work/prog.c" 2>"$work/err" &&
    ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -w -I"$work" -DPROGRAM='"prog.c"' -o "$work/nvrtc" test/gpu/nvrtc.c -ldl -lm -pthread 2>>"$work/err" &&
    "$work/nvrtc" >"$work/out" 2>>"$work/err"
  status=$?
  expect_status 0
}

compiles examples/crowd.fut
expect out " parts, "
compiles --plain-kernels examples/crowd.fut
compiles bench/levels/nw.fut
# Scalars of all types, a heap, splits, copies and transpositions, what functions that call themselves need.
cat >"$work/many.fut" <<'END'
entry halves [n] (xs: [n]f16) = (map f16.sqrt xs, reduce f16.max 0 xs, scan (+) 0 xs)
entry bytes [n] (xs: [n]u8) = (map (\x -> u8.popc x + u8.num_bits) xs, hist (+) 0 7 (map i64.u8 xs) xs)
entry turns [n][m] (xss: [n][m]i16) = (transpose xss, map (scan (+) 0) xss, map i16.sum (transpose xss))
entry gamma [n] (xs: [n]f64) = map (\x -> f64.lgamma x + f64.log1p x ** 2) xs
entry joins (n: i64) (k: i64) =
  i64.sum (map (\p -> let a = loop a = [p] for _i < k + p % 2 do a ++ map (+ 1) a in a[length a - 1]) (iota n))
entry parts [n] (xs: [n]i32) = let (a, b) = partition (> 3) xs in (a, b, filter (< 2) xs)
entry least [n] (is: [n]i64) (xs: [n]f32) = reduce_by_index (replicate 1000000 f32.inf) f32.min f32.inf is xs
entry locks [n] (is: [n]i64) = reduce_by_index (replicate 50 (0i64, 0i64)) (\(a, b) (c, d) -> (a + c, b * d)) (0, 1) is (zip is is)
entry picks [n] (xs: [n]i32) (is: [n]i64) = map (\i -> xs[i] / xs[0]) is
END
compiles "$work/many.fut"
summary
