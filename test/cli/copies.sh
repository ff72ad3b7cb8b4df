# What is made where it belongs is not copied onto itself, however its address is written.
. test/cli/lib

no_copies() {
  expect_status 0
  if grep -q "copy \[" "$work/out"; then fail "$1: copied onto itself"; else pass; fi
}

cat >"$work/parts.fut" <<'END'
entry joined [n] [m] (xs: [n]i64) (ys: [m]i64) = [0i64] ++ map (+1) xs ++ map (*2) ys ++ [1, 2]
entry row [n] [m] (a: *[n][m]i64) (ys: [m]i64) (k: i64) (l: i64): [n][m]i64 =
  a with [k, l:l+3] = map (*2) ys[0:3]
entry block [n] [m] (a: *[n][m]i64) (ys: [n][m]i64) (k: i64) (l: i64): [n][m]i64 =
  a with [k:n, l:m] = map (map (*2)) ys[k:n, l:m]
entry rows [n] [m] (ys: [n][m]i64) = #[opaque] map (map (+1)) ys ++ map (map (+3)) ys
END
for target in c multicore cuda; do
  ravel $target --emit=imp parts.fut
  no_copies "parts, $target"
done

cat >"$work/ends.nesl" <<'END'
function ends(v: [[int]]) = {[0] ++ {x + 1: x in r} ++ [1, 2] : r in v}
END
ravel c --emit=imp ends.nesl
no_copies "ends of segments"

summary
