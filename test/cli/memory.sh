# ravel dump --memory: every block, and every copy with its reason.
. test/cli/lib

cat >"$work/rows.fut" <<'END'
entry rows [n] (a: *[n][n]f64) (i: i64) (j: i64): [n][n]f64 =
  a with [i] = map2 (-) a[i] (reverse a[j])
entry order [n] [m] (xs: [n][m]f32) = flatten (transpose xs)
entry none [n] (xs: *[n]f32) = map (+1) xs
END
ravel dump --memory --target=c rows.fut
expect_status 0
expect out "rows: 1 block, 1 copy"
expect out 'copy of `mapped` by update at rows.fut:2:3: 8*n'
expect out "N2203: what would be overwritten may still be used; not proved: what is used of"
expect out 'copy of `transposed` by reshape'
expect out "N2202: the elements do not stand in order"
expect out "none: 0 blocks, 0 copies"

ravel dump --memory --json --target=opencl rows.fut
expect_status 0
expect out '"code":"N2202","reason":"the elements do not stand in order"'
if command -v python3 >/dev/null; then
  if python3 -c 'import json, sys; units = json.load(open(sys.argv[1])); assert [u["name"] for u in units] == ["rows", "order", "none"]' "$work/out"; then pass; else fail "the report is no JSON"; fi
fi

ravel dump --memory --after=parse rows.fut
expect_status 2
expect err "memory needs a program at level mem"

ravel explain N2203
expect_status 0
expect out "what would be overwritten"

# Every reason that programs can get here.
cat >"$work/reasons.fut" <<'END'
entry asked [n] (xs: [n]i32) = copy xs
entry shared [n] (xs: [n]i32) = let ys = map (+1) xs in (ys ++ [i32.sum ys], ys)
entry elsewhere [n] (xs: [n]i32) = [1] ++ xs
entry head [n] [m] (xs: [n][m]i32) = transpose (map (map (+1)) xs)
entry data [n] [m] (xs: [n][m]i32) = filter (\r -> r[0] > 0) xs
END
ravel dump --memory reasons.fut
for code in N2201 N2204 N2205 N2208; do expect out "$code"; done

summary
