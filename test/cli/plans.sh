# Plans: what --target shows of them, and each alternative of a choice by size, forced.
. test/cli/lib

cat >"$work/product.fut" <<'END'
entry main [n][m][p] (a: [n][p]i32) (b: [p][m]i32): [n][m]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose b)) a
END
ravel opt --target=cuda product.fut
expect_status 0
expect out 'by tile(side 128) if '
expect out 'threshold "square_4" from threads, '
ravel opt --target=cuda --skip=plan product.fut
expect_status 0
if grep -q " by " "$work/out"; then fail "expected no plans"; else pass; fi
ravel opt --target=multicore product.fut
expect_status 0
if grep -q " by " "$work/out"; then fail "expected no plans"; else pass; fi
ravel dump --target=opencl --after=layout product.fut
expect_status 0
expect out "flat"
ravel opt --target=gpu product.fut
expect_status 2
expect err "--target needs one of c|multicore|opencl|cuda"

# Fusion without integer programming is for the same target.
cat >"$work/several.fut" <<'END'
entry main [n] (xs: [n]i64) = (scan (+) 0 xs, i64.sum (scan (+) 0 xs), hist (+) 0 9 xs xs)
END
ravel opt --target=cuda --no-ilp several.fut
expect_status 0
expect out "else histogram {"
if grep -q "by single" "$work/out"; then fail "expected no single thread"; else pass; fi
cp test/core/fuse_map_modes.core "$work/modes.core"
ravel opt --no-ilp --pass=fuse,simplify modes.core
expect_status 0
if [ "$(grep -c "= par" "$work/out")" -eq 1 ]; then pass; else fail "expected one par"; fi

# Rows that lie side by side in memory are worth a thread each only when there are many, also under several dimensions;
# those whose points jump about in memory are no such rows.
cat >"$work/columns.fut" <<'END'
entry main [n][k][d] (xs: [n][k][d]f32): [k][d]f32 = map (map f32.sum) (map transpose (transpose xs))
END
ravel opt --target=cuda columns.fut
expect_status 0
expect out "from 131072"
cat >"$work/columns.fut" <<'END'
entry main [n][m] (xs: [m][n]f32) (at: [m]i64): [m]f32 = map (\k -> f32.sum (map (\i -> xs[at[k], (i * i) % n]) (iota n))) (iota m)
END
ravel opt --target=cuda columns.fut
expect_status 0
if grep -q "from 131072" "$work/out"; then fail "expected no columns"; else pass; fi

# What points know of the sums before is stored now and then: code does not grow with the square of their number.
for count in 100 200; do
  { echo "entry main [n][m] (xss: [n][m]f32) (k: i64) = map (\\xs -> loop s = 0 for _i < k do"
    for k in $(seq $count); do echo "  let s = s + f32.sum (map (* (s + $k)) xs)"; done
    echo "  in s) xss"; } >"$work/sums.fut"
  ravel dump --target=cuda --after=flatten sums.fut
  expect_status 0
  eval "lines_$count=$(wc -l <"$work/out")"
done
if [ "$lines_200" -lt $((3 * lines_100)) ]; then pass; else fail "$lines_100 lines for 100 sums, but $lines_200 for 200"; fi

# One thread for a whole par is a warning, where the par is.
cp test/flat/unnest_split_epilogue.core "$work/split.core"
ravel opt --target=cuda split.core
expect_status 0
expect err "warning[W0007]: one thread of the device runs this, one point after the other"
expect err " --> split.core:3:3"
expect out "by append_single {"
ravel opt --target=multicore split.core
expect_status 0
if [ -s "$work/err" ]; then fail "expected no warning"; else pass; fi

# A plan that cannot be obeyed.
cat >"$work/given.core" <<'END'
mem
entry main [n, xs_mem: mem] (xs: [n]f64 @ xs_mem) -> [ys_mem: mem] (ys: [n]f64 @ ys_mem) = {
  let ys_mem: mem = alloc n : f64
  let ys: [n]f64 @ ys_mem = par@grid (i < n) by seg_reduce(depth 1) {
    let x: f64 = index xs[i]
    map x
  }
  in (ys_mem, ys)
}
END
ravel opencl given.core
expect_status 1
expect err "error[E0222]: this par cannot run as the kernel \`seg_reduce\`"
expect err " --> given.core:4:3"

# A version of a nest is known by what its threshold is, whatever its name: a device settles it, and
# asks no more.
for from in " from nest" " from fast" ""; do
  cat >"$work/version.core" <<END
mem
entry main [n, xs_mem: mem] (xs: [n]i64 @ xs_mem) -> (s: i64) = {
  let is_many: bool = threshold "nested_1" for grid$from, n
  let s: i64 = if is_many
    then {
      let x: i64 = add n, 1
      in (x)
    }
    else {
      let y: i64 = par@grid (i < n) {
        let x: i64 = index xs[i]
        reduce (a: i64, b: i64 => { let c: i64 = add a, b in (c) }; 0) x
      }
      in (y)
    }
  in (s)
}
END
  ravel opt --pass=cuda,plan version.core
  expect_status 0
  if [ "$from" = " from nest" ]; then
    expect out "= if false"
    if grep -q threshold "$work/out"; then fail "expected no threshold"; else pass; fi
  else
    expect out "threshold \"nested_1\" for grid$from, n"
    expect out "= if is_many"
  fi
done

if [ ! -e /usr/include/CL/cl.h ] || ! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
  echo "skipped: there is no OpenCL device"
  summary
  exit
fi

# A test with forced plans runs what sizes do not ask for.
cat >"$work/differs.core" <<'END'
-- ==
-- input { 5i64 } output { 1i64 }
flat
entry main (n: i64) -> (x: i64) = {
  let is_many: bool = threshold "many" from 3, n
  let x: i64 = if is_many then { in (1) } else { in (2) }
  in (x)
}
END
ravel test --target=opencl differs.core
expect_status 0
ravel test --target=opencl --force-plans differs.core
expect_status 1
expect out "with thresholds out of reach result 1 differs from the first run's: expected 1i64, got 2i64"

# run ARGUMENTS...: runs the executable.
run() {
  arguments=$*
  (cd "$work" && "./$program" "$@" <in >out 2>err)
  status=$?
}
program=product

# The shape allows tiles, and each alternative gives the same.
ravel opencl product.fut
expect_status 0
(cd "$work" && awk 'BEGIN {
  n = 70; p = 16; m = 66
  for (k = 0; k < 2; k++) {
    rows = k == 0 ? n : p; columns = k == 0 ? p : m
    printf "["
    for (i = 0; i < rows; i++) {
      printf "%s[", i ? ", " : ""
      for (j = 0; j < columns; j++) printf "%s%di32", j ? ", " : "", (i * 7 + j * 3 + k) % 11 - 5
      printf "]"
    }
    print "]"
  }
}' >in && awk 'BEGIN {
  n = 70; p = 16; m = 66
  printf "["
  for (i = 0; i < n; i++) {
    printf "%s[", i ? ", " : ""
    for (j = 0; j < m; j++) {
      sum = 0
      for (k = 0; k < p; k++) sum += ((i * 7 + k * 3) % 11 - 5) * ((k * 7 + j * 3 + 1) % 11 - 5)
      printf "%s%di32", j ? ", " : "", sum
    }
    printf "]"
  }
  print "]"
}' >right)
never=1000000000000
for force in "square_4=1" "square_4=$never --param=tile_3=1" \
  "square_4=$never --param=tile_3=$never --param=map_2=1" \
  "square_4=$never --param=tile_3=$never --param=map_2=$never"; do
  # The words of one alternative are several arguments.
  # shellcheck disable=SC2086
  run --param=$force
  expect_status 0
  if cmp -s "$work/out" "$work/right"; then pass; else fail "expected the product with $force"; fi
done
# Kernels are numbered in the order of the alternatives.
run -n -P --param=square_4=1
expect err "main_kernel_1 "
run -n -P --param=square_4=$never --param=tile_3=$never --param=map_2=1
expect err "main_kernel_3 "

# Rows that are shared and rows that are not, also where they are filtered, and lie side by side.
cat >"$work/rows.fut" <<'END'
entry sums [n][m] (xs: [n][m]i32): [n]i32 = map i32.sum xs
entry columns [n][m] (xs: [n][m]i32): [m]i32 = map i32.sum (transpose xs)
entry kept [n][m] (xs: [n][m]i32): ([n]i64, [n]i32) =
  unzip (map (\r -> let some = filter (> 2) r in (length some, some[length some / 2])) xs)
END
program=rows
ravel opencl rows.fut
expect_status 0
run --print-params
for param in rows_1 columns_2 map_3 rows_4; do expect out "$param "; done
echo "[[1i32, 5i32, 3i32, 4i32, 0i32], [4i32, 2i32, 9i32, 7i32, 1i32], [3i32, 3i32, 1i32, 2i32, 2i32]]" >"$work/in"
for value in 0 1 $never; do
  run -e sums --param=rows_1=$value
  expect out "[13i32, 23i32, 11i32]"
  run -e columns --param=map_3=$never --param=columns_2=$value
  expect out "[8i32, 10i32, 13i32, 13i32, 3i32]"
  run -e kept --param=rows_4=$value
  expect out "[3i64, 3i64, 2i64]"
  expect out "[3i32, 9i32, 3i32]"
done
run -e sums -n -P --param=rows_1=1
expect err "sums_kernel_1 "
run -e sums -n -P --param=rows_1=$never
expect err "sums_kernel_2 "
echo "empty([2][0]i32)" >"$work/in"
for value in 0 $never; do
  run -e sums --param=rows_1=$value
  expect out "[0i32, 0i32]"
done

# Bins in fast memory, in device memory, and points that are sorted by them.
cat >"$work/bins.fut" <<'END'
entry main (n: i64) (k: i64): [k]i64 =
  reduce_by_index (replicate k 1) (+) 0 (map (\i -> (i * i) % (k + 1)) (iota n)) (map (% 5) (iota n))
entry few (n: i64): [4]i64 =
  reduce_by_index (replicate 4 0) i64.max i64.lowest (map (% 5) (iota n)) (iota n)
entry rows (n: i64) (m: i64) (k: i64): [n][k]i64 =
  tabulate n (\i -> reduce_by_index (replicate k 0) (+) 0 (map (\j -> (i + j) % k) (iota m)) (replicate m 1))
END
program=bins
ravel opt --target=cuda bins.fut
expect_status 0
expect out "by buckets if"
ravel opencl bins.fut
expect_status 0
run --print-params
for param in sparse_1 direct_2 buckets_3 sparse_4 direct_8 buckets_9; do expect out "$param "; done
echo "37 6" >"$work/in"
for force in "buckets_3=1" "direct_2=1" "direct_2=$never --param=sparse_1=1" "direct_2=$never --param=sparse_1=$never"; do
  # shellcheck disable=SC2086
  run -e main --param=$force
  expect out "[11i64, 22i64, 21i64, 1i64, 21i64, 1i64]"
done
echo "23" >"$work/in"
for value in 1 $never; do
  run -e few --param=sparse_4=$value
  expect out "[20i64, 21i64, 22i64, 18i64]"
done
# Parts of the points with bins of their own are never sparse.
echo "2 5 3" >"$work/in"
for force in "buckets_9=1" "direct_8=1" "direct_8=$never"; do
  run -e rows --param=nested_1=$never --param=flatten_1=1 --param=$force
  expect out "[[2i64, 2i64, 1i64], [1i64, 2i64, 2i64]]"
done

# A choice may give scalars, which the host takes from whichever kernel ran.
cat >"$work/given.core" <<'END'
mem
entry main [n, xs_mem: mem] (xs: [n]f64 @ xs_mem) -> (s: f64) = {
  let is_many: bool = threshold "many" from 3, n
  let s: f64 = par@grid (i < n) by single if is_many else reduce {
    let x: f64 = index xs[i]
    reduce (a: f64, b: f64 => { let c: f64 = add a, b in (c) }; 0.0) x
  }
  in (s)
}
END
program=given
ravel opencl given.core
expect_status 0
echo "[1.5, 2.5, 4.0]" >"$work/in"
for value in 1 3 4; do
  run --param=many=$value
  expect out "8.0"
done

# Attributes that cannot be obeyed are told, and why; so are words that are none.
cat >"$work/wishes.fut" <<'END'
entry keeps [n][m] (xss: [n][m]i64) = #[sequential_outer] filter (\xs -> i64.sum (scan (+) 0 xs) > 3) xss
entry uneven (ns: []i64): []i64 = #[flattening(only_intra)] map (\n -> i64.sum (map (* 2) (scan (+) 0 (iota n)))) ns
entry odd (ns: []i64): []i64 = #[incremental_flattening(only_intr)] map (+ 1) ns
END
ravel opt --target=cuda wishes.fut
expect_status 0
expect err "warning[W0011]: \`#[sequential_outer]\` cannot be obeyed: only maps"
expect err "wishes.fut:1:59"
expect err "warning[W0011]: \`#[flattening(only_intra)]\` cannot be obeyed: blocks of threads"
expect err "wishes.fut:2:61"
expect err "warning[W1002]: \`incremental_flattening\` knows no only_intr"
expect err "did you mean \`only_intra\`?"
# So is the end of the versions.
for k in $(seq 1 14); do
  echo "entry f$k [n][m] (xss: [n][m]i64): [n][m]i64 = map (\\xs -> map (+ $k) (loop ys = copy xs for _i < $k do scan (+) 0 ys)) xss"
done >"$work/many.fut"
ravel opt --target=cuda many.fut
expect_status 0
expect err "warning[W0012]: this nest, and perhaps others, has no version for a block of threads: the program has 8 of them"
expect err "has no version for few points: the program has 12 of them"
for k in $(seq 1 9); do
  echo "entry f$k [n] (ws: [n]i64): [n]i64 = map (\\w -> i64.sum (loop xs = iota w for _i < w do map (\\j -> xs[w - 1 - j] + $k) (iota w))) ws"
done >"$work/bins.fut"
ravel opt --target=cuda bins.fut
expect_status 0
expect err "warning[W0012]: this nest, and perhaps others, has no version for points in bins: the program has 8 of them"
expect err "bins.fut:9:"
expect out 'threshold "bins_8"'
# Loops of the host are versions like others.
for k in $(seq 1 9); do
  echo "entry f$k [n] (xs: [n]i64): [n]i64 = loop ys = copy xs for _i < $k + 9 do scan (+) $k ys"
done >"$work/loops.fut"
ravel opt --target=cuda loops.fut
expect_status 0
expect err "warning[W0012]: this nest, and perhaps others, has no version for a block of threads: the program has 8 of them"
expect err "loops.fut:9:"
expect out 'threshold "block_8"'
if [ "$(grep -c W0012 "$work/err")" -eq 1 ]; then pass; else fail "expected one warning, though the pass runs twice"; fi
# Threads that are asked for are no blocks.
sed '1s/= map/= #[sequential_inner] map/;1q' "$work/bins.fut" >"$work/bins_thread.fut"
ravel opt --target=cuda bins_thread.fut
expect_status 0
if grep -q bins_ "$work/out"; then fail "a version in bins is not wanted"; else pass; fi

# Why a par became a kernel: the alternatives with what they ask for, and what stood in the way of others.
cat >"$work/why.fut" <<'END'
entry main [n][m] (xs: [n][m]f32) (is: [n]i64) (k: i64) =
  (map f32.sum xs, hist (+) 0 k is (map (\i -> i * 2) is), map (+ 1) is)
entry looped [n][m] (xs: [n][m]f32) = map (\x -> loop s = 0 for y in x do s + y) xs
entry late [n] (k: i64) (xs: [n]i64) =
  map (\x -> loop s = i64.sum (iota x) for i < k do s + i64.sum (map (* s) (iota i))) xs
END
ravel dump --plans why.fut
expect_status 0
expect out "main:"
expect out "    by rows(depth 1) if rows_4: (m.2 * 16 where n.1 * m.2 <= 131072, otherwise m.2) >= 512"
expect out "    else seg_reduce(depth 1)"
expect out "    not tile: it has one dimension (why.fut:2:60)"
expect out "    by buckets if buckets_3: (k.5 * 8 / 3 where k.5 <= n.1 / 4) >= fast memory"
expect out "    not seg_reduce, tile, sweep: a point reduces nothing, and scans nothing (why.fut:2:20)"
expect out "    not seg_reduce, tile, sweep: a loop goes from round to round: threads can share a reduction, or a scan (why.fut:3:50)"
expect out "late:"
expect out "  otherwise:"
ravel dump --plans --json --target=opencl why.fut
expect_status 0
expect out '"plan":[{"kernel":"rows(depth 1)","if":"rows_4: (m.2 * 16 where n.1 * m.2 <= 131072, otherwise m.2) >= 512"},{"kernel":"seg_reduce(depth 1)"}]'
expect out '"refused":[{"kernel":"tile","why":"it has one dimension","at":"why.fut:2:60"}'
if command -v python3 >/dev/null; then
  if python3 -c 'import json, sys; assert {par["unit"] for par in json.load(open(sys.argv[1]))["pars"]} == {"main", "looped", "late"}' "$work/out"; then pass; else fail "the report is no JSON"; fi
fi
ravel dump --plans --target=c why.fut
expect_status 2
expect err "plans is for targets with a device, not for c"
ravel dump --plans split.core
expect_status 0
expect out "by append_single"
expect out "not seg_keep: it is not over rows"

summary
